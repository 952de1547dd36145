using System.Text;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;

namespace AzurePerf.UnitTests.Runs;

/// <summary>Specs as the reader makes them from requests.</summary>
internal static class SampleSpecs
{
    public static RunSpecResult Read(string json, params string[] targets) =>
        new RunSpecReader(Shipped.Experiments, Shipped.Targets(targets.Length == 0 ? ["default", "west", "sql:database"] : targets), new SeededIdSource(7)).Read(Encoding.UTF8.GetBytes(json));

    public static RunSpec Of(string json) =>
        Read(json) is { Spec: { } spec } ? spec : throw new InvalidOperationException(string.Join("; ", Read(json).Faults.Select(fault => $"{fault.Path} {fault.Message}")));

    /// <summary>Two levels, one dataset, two repetitions: prepare, 4 points, clean.</summary>
    public static RunSpec Downloads(string target = "default", string onError = "continue", int repetitions = 2, string experiment = "blob.download") => Of($$"""
        { "experiment": "{{experiment}}", "preset": "quick", "target": "{{target}}", "onError": "{{onError}}", "repetitions": {{repetitions}}, "seed": 1 }
        """);
}
