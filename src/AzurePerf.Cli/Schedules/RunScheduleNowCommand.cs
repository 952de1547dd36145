using System.CommandLine;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Runs;
using AzurePerf.Core.Api;

namespace AzurePerf.Cli.Schedules;

/// <summary>`azureperf schedule run-now`.</summary>
internal sealed class RunScheduleNowCommand : ToolCommand
{
    private readonly Argument<string> _schedule = ScheduleArgument.Create();
    private readonly SubmissionOptions _submission = new();

    public RunScheduleNowCommand(Func<ParseResult, Session> open)
        : base(
            "run-now",
            "Says what a run of a schedule will take, starts it at once, whatever its times and its previous run say, and prints its id.",
            "azureperf schedule run-now nightly",
            "azureperf schedule run-now 4x2k --wait")
    {
        Add(_schedule);
        _submission.AddTo(this);
        SetAction((parsed, cancellationToken) =>
            ExecuteAsync(open(parsed), parsed.GetRequiredValue(_schedule), _submission.Read(parsed), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(
        Session session, string text, SubmissionArguments submission, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var id = await ScheduleArgument.ResolveAsync(api, text, cancellationToken);
        return await new ProposedRun(session, api, submission) { IsOfAnother = true }
            .FinishAsync(
                cancelled => EstimateAsync(api, id, cancelled), cancelled => api.RunScheduleNowAsync(id, cancelled), cancellationToken);
    }

    private static async Task<ApiDocument<EstimateResponse>> EstimateAsync(ApiClient api, string id, CancellationToken cancellationToken)
    {
        var request = (await api.GetScheduleAsync(id, cancellationToken)).Value.Run as JsonObject ?? [];
        // The mail address was checked when the schedule was added. The caller may have no right to send mail to it.
        request.Remove("notify");
        return await api.EstimateAsync(request, cancellationToken);
    }
}
