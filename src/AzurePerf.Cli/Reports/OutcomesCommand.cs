using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Reports;

/// <summary>`azureperf outcomes`.</summary>
internal sealed class OutcomesCommand : ToolCommand
{
    private const int DefaultDays = 7;
    private const int MostDays = 90;

    private readonly Option<int> _days = IntegerOption.Create("--days", "How many days, today (UTC) included.", 1, MostDays, DefaultDays);

    public OutcomesCommand(Func<ParseResult, Session> open)
        : base("outcomes", "Reports how executions ended, per day and experiment, next to published figures.", "azureperf outcomes",
            "azureperf outcomes --days 30 --output csv")
    {
        Add(_days);
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), parsed.GetValue(_days), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(Session session, int days, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var report = await api.GetOutcomesAsync(days, cancellationToken);
        session.Write(() => OutcomesText.Table(report.Value, session.Sheet), () => OutcomesText.Csv(report.Value), report.Json);
        return ExitCode.Ok;
    }
}
