using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Nodes;

namespace AzurePerf.Core.Runs;

/// <summary>Names what a run measured and in which order, however it was called: runs with the same hash planned the same points, with the
/// same random draws.</summary>
public static class PlanHash
{
    private const string Format = "azureperf-plan-1";

    /// <summary>SHA-256 of the canonical text of a plan, 64 hexadecimal digits. Name, labels and target are no part of it.</summary>
    public static string Of(RunSpec spec, RunPlan plan)
    {
        ArgumentNullException.ThrowIfNull(spec);
        ArgumentNullException.ThrowIfNull(plan);
        return Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(TextOf(spec, plan))));
    }

    private static string TextOf(RunSpec spec, RunPlan plan)
    {
        var text = new StringBuilder()
            .AppendLine(Format)
            .AppendLine(
                CultureInfo.InvariantCulture, $"{spec.Experiment} seed {spec.Seed} workers {spec.Workers} every {spec.RepeatEverySeconds}")
            .AppendLine(Canonical(spec.Parameters));
        foreach (var point in plan.Points)
        {
            text.AppendLine(CultureInfo.InvariantCulture, $"{point.Number} {point.Repetition} {point.Dataset} {Canonical(point.Levels)}");
        }

        return text.Replace("\r\n", "\n").ToString();
    }

    /// <summary>Members in the order of their names: the order in which they were typed means nothing.</summary>
    private static string Canonical(JsonObject values) =>
        new JsonObject(
            values.OrderBy(value => value.Key, StringComparer.Ordinal)
                .Select(value => KeyValuePair.Create(value.Key, value.Value?.DeepClone()))).ToJsonString();
}
