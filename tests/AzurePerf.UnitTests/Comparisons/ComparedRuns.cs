using System.Text.Json.Nodes;
using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.TaskManager;

namespace AzurePerf.UnitTests.Comparisons;

/// <summary>Runs to compare, with the rates that a test wants.</summary>
internal static class ComparedRuns
{
    /// <summary>A run of table.insert; the rates of each level of clients are those of its repetitions.</summary>
    public static MeasuredRun Of(params (int Clients, double[] Rates)[] levels)
    {
        var clients = string.Join(", ", levels.Select(level => level.Clients));
        var spec = SampleSpecs.Of($$"""
            { "experiment": "table.insert", "preset": "reduced", "repetitions": 10, "seed": 1, "parameters": { "clients": [{{clients}}] }, "tags": { "region": "westeurope" } }
            """);
        var points = levels.SelectMany(level => level.Rates.Select((rate, index) => (level.Clients, rate, Repetition: index + 1)));
        return new(Shipped.ExperimentOf(spec), spec, [.. points.Select((point, index) => Point(index + 1, point.Repetition, point.Clients, point.rate))]);
    }

    /// <summary>A run of table.insert that lists datasetEntities, one value with each number of clients.</summary>
    public static MeasuredRun WithDataset(params (int Clients, int Entities)[] levels) =>
        Of([.. levels.Select(level => (level.Clients, ComparedPoints.Hundred))])
            .With("datasetEntities", new JsonArray([.. levels.Select(level => JsonValue.Create(level.Entities))])).With(point =>
            {
                var named = point.Levels.DeepClone().AsObject();
                named["datasetEntities"] = levels.Single(level => level.Clients == named["clients"]!.GetValue<int>()).Entities;
                return point with { Levels = named };
            });

    public static ComparisonResponse Compare(MeasuredRun baseline, MeasuredRun candidate, ComparisonRule? rule = null, Metric? metric = null) => RunComparison.Of(
        baseline, candidate, (Words("baselineaaaaaaaaaaaa", baseline), Words("candidateaaaaaaaaaaa", candidate)), metric ?? OperationMetrics.OperationRate, rule ?? new());

    public static MeasuredRun With(this MeasuredRun run, Func<PointRecord, PointRecord> change) => run with { Points = [.. run.Points.Select(change)] };

    /// <summary>The summaries of the points with so many clients, changed.</summary>
    public static MeasuredRun With(this MeasuredRun run, int clients, Func<PointRecord, PointResult> change) => run.With(point =>
        point.Levels["clients"]!.GetValue<int>() == clients ? point with { Result = change(point) } : point);

    /// <summary>So many operations of each repetition with these clients time out.</summary>
    public static MeasuredRun Failing(this MeasuredRun run, int clients, long failed) => run.With(clients, point => point.Result!.With(operations => operations with
    {
        Outcomes = new() { [OperationOutcome.Ok] = operations.Operations - failed, [OperationOutcome.ClientTimeout] = failed },
    }));

    public static MeasuredRun With(this MeasuredRun run, string parameter, JsonNode value)
    {
        var parameters = run.Spec.Parameters.DeepClone().AsObject();
        parameters[parameter] = value;
        return run with { Spec = run.Spec with { Parameters = parameters } };
    }

    private static ComparedRunResponse Words(string id, MeasuredRun run) =>
        new(id, "", run.Spec.Scale, run.Spec.Target, run.Spec.Repetitions, new(2026, 8, 1, 10, 20, 30, TimeSpan.Zero));

    private static PointRecord Point(int number, int repetition, int clients, double rate) => new()
    {
        Number = number,
        Repetition = repetition,
        Levels = new JsonObject { ["entityBytes"] = 4_096, ["clients"] = clients },
        Status = PointStatus.Measured,
        Attempt = 1,
        Build = "0.1.0+abc",
        Sdk = "Azure.Data.Tables 12.9.1",
        Sku = "Standard_D4s_v5",
        Result = SampleSummary.Of(clients).With(operations => operations with
        {
            Outcomes = new() { [OperationOutcome.Ok] = 20 * clients },
            OperationsPerSecond = new(rate, null, rate, rate / clients),
        }),
    };
}
