using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Access;

/// <summary>
/// The secrets that sign cookies and forms, as XML of the web framework. Each is a row of its own, so that two hosts that make one at the
/// same time keep both; a restart then breaks no open form.
/// </summary>
public sealed class FormKeyStore(IRowStore rows)
{
    private const string Partition = "forms";

    public IAsyncEnumerable<string> ListAsync(CancellationToken cancellationToken) =>
        rows.ListAsync(ControlNames.KeysTable, Partition, cancellationToken: cancellationToken).Select(row => row.RequiredText("xml"));

    /// <param name="name">Letters, digits and hyphens; the same name is the same secret.</param>
    /// <param name="xml">The secret.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    public Task AddAsync(string name, string xml, CancellationToken cancellationToken) =>
        rows.PutAsync(ControlNames.KeysTable, new Row(Partition, name) { ["v"] = 1, ["xml"] = xml }, cancellationToken);
}
