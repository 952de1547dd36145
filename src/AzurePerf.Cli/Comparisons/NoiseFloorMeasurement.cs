using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Cli.Runs;
using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Comparisons;

/// <summary>Measures the same thing twice: runs of side A and side B, which differ in nothing, take turns.</summary>
internal static class NoiseFloorMeasurement
{
    /// <summary>Turns of either side. With one each, a slow drift of the target would all count as a difference of the sides.</summary>
    private const int Turns = 2;

    /// <summary>Measures and prints the floor.</summary>
    public static async Task<int> PrintAsync(
        Session session, NoiseFloorRequest request, string? metric, double? margin, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var experiment = await api.FindExperimentAsync(request.Experiment, cancellationToken) is { IsBag: false } found
            ? found
            : throw CommandFailure.Usage(
                $"--experiment {request.Experiment} is no experiment that measures points; `azureperf experiments` lists them");
        if (metric is not null && experiment.Metrics.All(one => one.Name != metric))
        {
            throw CommandFailure.Usage(
                $"--metric {metric}: {request.Experiment} has none of that name; it has "
                    + $"{string.Join(", ", experiment.Metrics.Select(one => one.Name))}");
        }

        await new ProposedRun(session, api, new(DryRun: false, request.Yes, Waiting: null)) { Runs = 2 * Turns }
            .ConfirmAsync(Together((await api.EstimateAsync(Body(request, isB: false), cancellationToken)).Value), cancellationToken);
        var rule = new ComparisonRule { Margin = margin ?? ComparisonRule.DefaultMargin };
        MetricResponse? compared = null;
        var runs = new List<(string Id, AaRun Run)>();
        var disclaimer = "";
        for (var turn = 0; turn < 2 * Turns; turn++)
        {
            var (run, points) = await MeasureAsync(session, api, request, turn, cancellationToken);
            runs.Add((run.Id, new(IsB(turn), new(null, run.Spec, points.Points))));
            disclaimer = points.Disclaimer;
            compared ??= points.Metrics.First(one => metric is null ? one.Leads : one.Name == metric);
        }

        session.Say("all is measured; computing the noise floor");
        var document = NoiseFloorDocument.Of(request, runs, compared!.ToMetric(), rule) with { Disclaimer = disclaimer };
        session.Write(
            () => NoiseFloorReport.Table(experiment, document, session.Sheet),
            () => NoiseFloorReport.Csv(document),
            JsonSerializer.Serialize(document, ApiJson.Options));
        return ExitCode.Ok;
    }

    private static bool IsB(int turn) => turn % 2 == 1;

    /// <summary>Without what holds for one of the runs alone: those of a side are compared as one.</summary>
    private static EstimateResponse Together(EstimateResponse each) =>
        each with { Notes = [.. each.Notes.Where(note => note != ComparisonText.OfRun(each.Spec.Repetitions))] };

    private static async Task<(RunResponse Run, PointListResponse Points)> MeasureAsync(
        Session session, ApiClient api, NoiseFloorRequest request, int turn, CancellationToken cancellationToken)
    {
        string? underWay = null;
        var measured = turn;
        try
        {
            var submitted = await SubmittedRun.SendAsync(
                session, request.Experiment, () => api.SubmitAsync(Body(request, IsB(turn)), cancellationToken));
            var id = underWay = submitted.Value.Id;
            var run = await session.Progress.DuringAsync(progress =>
                new RunFollower(api, session.Context.Time).FollowAsync(id, progress, cancellationToken));
            (underWay, measured) = (null, turn + 1);
            return run.Status.IsCompleted()
                ? (run, (await api.GetPointsAsync(id, cancellationToken)).Value)
                : throw new CommandFailure(
                    $"run {id} {RunPhase.WordFor(run.Status)}{(run.Reason.Length > 0 ? ": " + run.Reason : "")}; without it there is no "
                        + $"noise floor");
        }
        catch (Exception failure) when (
            (failure is OperationCanceledException && cancellationToken.IsCancellationRequested)
            || (failure is ApiFailure && (measured > 0 || underWay is not null)))
        {
            // The next noise floor cannot use what was measured for this one.
            session.Tell(
                $"there is no noise floor: {measured} of its {2 * Turns} runs are measured, and no more are submitted"
                    + (underWay is null ? "" : $"; run {underWay} goes on for nothing, `azureperf cancel {underWay}` stops it"));
            throw;
        }
    }

    private static JsonObject Body(NoiseFloorRequest request, bool isB)
    {
        var tags = (JsonObject)request.Tags.DeepClone();
        tags["noiseFloor"] = isB ? "B" : "A";
        return new()
        {
            ["experiment"] = request.Experiment,
            ["preset"] = request.Preset,
            ["target"] = request.Target,
            ["name"] = string.Create(CultureInfo.InvariantCulture, $"noise floor, side {(isB ? 'B' : 'A')}"),
            ["repetitions"] = (request.Repetitions + Turns - 1) / Turns,
            ["tags"] = tags,
        };
    }
}
