using System.Text.Json.Nodes;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Criteria;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Comparisons;

namespace AzurePerf.UnitTests.Criteria;

/// <summary>Runs of table.insert with the latencies and failures that a test wants.</summary>
internal static class CriteriaRuns
{
    public static readonly string[] P95 = ["p95>50ms"];
    public static readonly string[] Errors = ["errors>1%"];

    /// <summary>A run whose repetitions have these 95th percentiles, in milliseconds, at each level of clients.</summary>
    public static MeasuredRun Of(string[] failIf, params (int Clients, double[] Milliseconds)[] levels)
    {
        var run = ComparedRuns.Of([.. levels.Select(level => (level.Clients, level.Milliseconds.Select(_ => 100.0).ToArray()))]);
        foreach (var (clients, milliseconds) in levels)
        {
            run = run.With(clients, point => point.Result!.With(operations => operations with
            {
                Latency = operations.Latency with { P95Nanoseconds = (long)Math.Round(milliseconds[point.Repetition - 1] * 1e6) },
            }));
        }

        var one = run.With("entityBytes", new JsonArray(4_096));
        var planned = RunPlanner.Plan(one.Experiment!, one.Spec).Points.Select(point => point.Levels.ToJsonString()).Distinct()
            .ToDictionary(place => JsonNode.Parse(place)!["clients"]!.GetValue<int>());
        return one.With(point => point with { Levels = JsonNode.Parse(planned[point.Levels["clients"]!.GetValue<int>()])!.AsObject() }) with { Spec = one.Spec with { FailIf = failIf } };
    }

    /// <summary>A run at one client whose repetitions had so many failures among so many operations.</summary>
    public static MeasuredRun Failing(string[] failIf, params (long Failed, long Ended)[] repetitions) =>
        Of(failIf, (1, repetitions.Select(_ => 40.0).ToArray())).With(1, point => point.Result!.With(operations => operations with
        {
            Operations = repetitions[point.Repetition - 1].Ended,
            Outcomes = new()
            {
                [OperationOutcome.Ok] = repetitions[point.Repetition - 1].Ended - repetitions[point.Repetition - 1].Failed,
                [OperationOutcome.ClientTimeout] = repetitions[point.Repetition - 1].Failed,
            },
        }));

    public static CriteriaReport Judge(this MeasuredRun run, RunStatus status = RunStatus.Completed) => CriteriaJudge.Of(run.Results(), status)!;
}
