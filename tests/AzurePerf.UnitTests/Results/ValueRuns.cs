using System.Text.Json.Nodes;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Testing.PlugIn;

namespace AzurePerf.UnitTests.Results;

/// <summary>Runs without operations, judged by one value.</summary>
internal static class ValueRuns
{
    /// <summary>A share, of which less is better.</summary>
    public static Metric Lost { get; } = new("lost", "share that is lost", "share", Quantity.Share, HigherIsBetter: false) { Read = MetricSources.OfValue("value") };

    /// <summary>The values of the repetitions at 10 files, at 100 and so on; null for a repetition that has none.</summary>
    public static MeasuredRun Of(Metric metric, params double?[][] values)
    {
        var definition = FolderLivesOptions.Definition with { Metrics = [metric] };
        int[] files = [.. values.Select((_, index) => (int)Math.Pow(10, index + 1))];
        var spec = new RunSpec
        {
            Experiment = definition.Id,
            Scale = "quick",
            Target = "default",
            Repetitions = values[0].Length,
            Seed = 1,
            Parameters = new() { ["files"] = new JsonArray([.. files.Select(level => (JsonNode)level)]) },
        };
        var points = values.SelectMany((level, index) => level.Select((value, repetition) => (Files: files[index], value, repetition)));
        return new(definition, spec, [.. points.Select((point, index) => new PointRecord
        {
            Number = index + 1,
            Repetition = point.repetition + 1,
            Levels = new() { ["files"] = point.Files },
            Status = PointStatus.Measured,
            Attempt = 1,
            Result = new() { Values = point.value is { } value ? [new("value", "", value)] : [], Flags = [], ElapsedSeconds = 1 },
        })]);
    }

    /// <summary>Six repetitions with one value.</summary>
    public static double?[] Six(double? value) => [.. Enumerable.Repeat(value, 6)];
}
