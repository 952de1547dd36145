using System.CommandLine;
using System.Text.Json;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Core.Api;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;

namespace AzurePerf.Cli.Runs;

/// <summary>`azureperf report`.</summary>
internal sealed class ReportCommand : ToolCommand
{
    private readonly Argument<string> _run = RunArgument.Create();
    private readonly Option<bool> _each = new("--each-point") { Description = "One row per point instead of one per combination of levels." };
    private readonly Option<bool> _recompute = new("--recompute")
    {
        Description = "Compute every figure again from the stored histograms and clients, check that they are unchanged, and say what differs from what was published.",
    };

    public ReportCommand(Func<ParseResult, Session> open)
        : base(
            "report",
            "Reports the results of a run, as published or computed again from its raw data.",
            "azureperf report 4x2k",
            "azureperf report 4x2k --recompute",
            "azureperf report 4x2k --recompute --output json > recomputed.json")
    {
        Add(_run);
        Add(_each);
        Add(_recompute);
        SetAction((parsed, cancellationToken) => ExecuteAsync(
            open(parsed), parsed.GetRequiredValue(_run), parsed.GetValue(_each), parsed.GetValue(_recompute), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(Session session, string text, bool eachPoint, bool recompute, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var run = (await api.GetRunAsync(await RunPrefix.ResolveAsync(api, text, cancellationToken), cancellationToken)).Value;
        if (!recompute)
        {
            await RunPrinter.PrintResultsAsync(session, api, run, eachPoint, cancellationToken);
            return ExitCode.Ok;
        }

        var published = (await api.GetPointsAsync(run.Id, cancellationToken)).Value;
        var recomputed = await RecomputeAsync(session, api, published, cancellationToken);
        Print(session, run, published, recomputed, eachPoint);
        return recomputed.Any(point => RecomputationText.IsFault(point.State)) ? ExitCode.Failure : ExitCode.Ok;
    }

    /// <summary>One request per point: the raw data of a long run together may be gigabytes.</summary>
    private static async Task<IReadOnlyList<PointRecomputation>> RecomputeAsync(Session session, ApiClient api, PointListResponse published, CancellationToken cancellationToken) =>
        await session.Progress.CountAsync("computing points again", published.Points.Count, async counted =>
        {
            var recomputed = new List<PointRecomputation>();
            foreach (var point in published.Points)
            {
                recomputed.Add((await api.RecomputePointAsync(published.RunId, point.Number, cancellationToken)).Value);
                counted(recomputed.Count);
            }

            return recomputed;
        });

    private static void Print(Session session, RunResponse run, PointListResponse published, IReadOnlyList<PointRecomputation> recomputed, bool eachPoint)
    {
        var points = PointListResponse.Of(run.Spec, run.Id, published.Status, run.Emulator, [.. recomputed.Select(point => point.Point)]);
        session.Write(
            () => ResultReport.Render(run, points, eachPoint, session.Paint) + "\n" + RecomputationText.Render(recomputed),
            () => PointCsv.Render(run, points),
            JsonSerializer.Serialize(recomputed, ApiJson.Options));
        if (session.Format == Output.OutputFormat.Csv)
        {
            foreach (var line in RecomputationText.Render(recomputed).Split('\n', StringSplitOptions.RemoveEmptyEntries))
            {
                session.Say(line);
            }
        }
    }
}
