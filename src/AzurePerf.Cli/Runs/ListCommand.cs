using System.CommandLine;
using AzurePerf.Cli.Invocation;

namespace AzurePerf.Cli.Runs;

/// <summary>`azureperf list`.</summary>
internal sealed class ListCommand : ToolCommand
{
    private const int MostRuns = 200;

    private readonly Option<int> _limit = IntegerOption.Create("--limit", "How many runs at most.", 1, MostRuns, byDefault: 20);

    public ListCommand(Func<ParseResult, Session> open)
        : base("list", "Lists runs, newest first.", "azureperf list", "azureperf list --limit 100 --output csv")
    {
        Add(_limit);
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), parsed.GetValue(_limit), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(Session session, int limit, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var list = await api.ListRunsAsync(limit, cancellationToken);
        session.Write(
            () => RunListReport.Table(list.Value, session.Context.Time.GetUtcNow(), session.Paint),
            () => RunListReport.Csv(list.Value),
            list.Json);
        return ExitCode.Ok;
    }
}
