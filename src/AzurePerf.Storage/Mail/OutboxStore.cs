using AzurePerf.Core.Mail;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Mail;

/// <summary>Mails to be sent, and those sent recently. Only the TaskManager writes them.</summary>
public sealed class OutboxStore(IRowStore rows)
{
    /// <summary>Stores a mail; one about the same run to the same recipient stays as it is.</summary>
    public Task AddAsync(OutboxMail mail, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(mail);
        return rows.TryInsertAsync(ControlNames.OutboxTable, OutboxRows.FromMail(mail), cancellationToken);
    }

    /// <summary>The mail, or null.</summary>
    public async Task<OutboxMail?> FindAsync(string id, CancellationToken cancellationToken) =>
        await rows.FindAsync(ControlNames.OutboxTable, OutboxRows.Partition, id, cancellationToken) is { } row
            ? OutboxRows.ToMail(row)
            : null;

    /// <summary>All of them; a row that makes no sense is given back with what is wrong.</summary>
    public async Task<IReadOnlyList<StoredEntry<OutboxMail>>> ListAsync(CancellationToken cancellationToken) =>
        await rows.ListAsync(ControlNames.OutboxTable, OutboxRows.Partition, cancellationToken: cancellationToken)
            .Select(row => StoredEntry<OutboxMail>.Of(row, OutboxRows.ToMail)).ToArrayAsync(cancellationToken);

    /// <summary>Replaces a mail if nobody changed it since; the stored one, or null.</summary>
    public async Task<OutboxMail?> TryReplaceAsync(OutboxMail mail, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(mail);
        return await rows.TryReplaceAsync(ControlNames.OutboxTable, OutboxRows.FromMail(mail), mail.ETag, cancellationToken) is { } etag
            ? mail with { ETag = etag }
            : null;
    }

    /// <summary>Removes a mail.</summary>
    public Task RemoveAsync(string id, CancellationToken cancellationToken) =>
        rows.TryDeleteAsync(ControlNames.OutboxTable, OutboxRows.Partition, id, null, cancellationToken);
}
