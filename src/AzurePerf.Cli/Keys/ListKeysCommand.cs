using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Keys;

/// <summary>`azureperf keys list`.</summary>
internal sealed class ListKeysCommand : ToolCommand
{
    public ListKeysCommand(Func<ParseResult, Session> open)
        : base("list", "Lists keys: whose they are, what they may do, until when, and when they were used last.", "azureperf keys list",
            "azureperf keys list --output csv") =>
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), cancellationToken));

    private static async Task<int> ExecuteAsync(Session session, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var list = await api.ListKeysAsync(cancellationToken);
        foreach (var fault in list.Value.Faults)
        {
            session.Say("a stored key makes no sense and opens nothing: " + fault);
        }

        session.Write(
            () => KeyReport.Table(list.Value.Keys, session.Sheet), () => KeyReport.Csv(list.Value.Keys, withText: false), list.Json);
        return ExitCode.Ok;
    }
}
