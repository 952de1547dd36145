using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Workers;

/// <summary>`azureperf workers`.</summary>
internal sealed class WorkersCommand : ToolCommand
{
    public WorkersCommand(Func<ParseResult, Session> open)
        : base(
            "workers",
            "Lists pools and workers: heartbeats, slots, and what each executes.",
            "azureperf workers",
            "azureperf workers --output csv",
            "azureperf workers scale --pool measure --min 0 --max 20")
    {
        Add(new ScaleWorkersCommand(open));
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(Session session, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var list = await api.ListWorkersAsync(cancellationToken);
        foreach (var corrupt in list.Value.Unreadable)
        {
            session.Say("a stored worker makes no sense and is left out: " + corrupt);
        }

        session.Write(() => WorkerReport.Table(list.Value, session.Sheet), () => WorkerReport.Csv(list.Value.Workers), list.Json);
        return ExitCode.Ok;
    }
}
