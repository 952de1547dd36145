using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

public sealed class PlanHashTests
{
    private static readonly RunSpec Spec = SampleSpecs.Downloads();

    [Fact]
    public void Runs_that_were_only_named_differently_have_the_same_hash() =>
        Assert.Equal(HashOf(Spec), HashOf(Spec with { Name = "again", Target = "west", Tags = new() { ["region"] = "westeurope" }, OnError = OnError.Stop }));

    [Fact]
    public void The_order_in_which_parameters_were_typed_means_nothing()
    {
        var reversed = new JsonObject(Spec.Parameters.Reverse().Select(parameter => KeyValuePair.Create(parameter.Key, parameter.Value?.DeepClone())));

        // The order of the factors is the order of the plan, so only parameters that are none are moved.
        var factors = reversed.Where(parameter => parameter.Value is JsonArray).Select(parameter => parameter.Key).Reverse().ToArray();
        foreach (var factor in factors)
        {
            var levels = reversed[factor]!.DeepClone();
            reversed.Remove(factor);
            reversed.Add(factor, levels);
        }

        Assert.Equal(HashOf(Spec), HashOf(Spec with { Parameters = reversed }));
    }

    [Fact]
    public void Whatever_changes_what_is_measured_or_in_which_order_changes_the_hash()
    {
        RunSpec[] others =
        [
            Spec,
            Spec with { Seed = 2 },
            Spec with { Repetitions = 3 },
            Spec with { Workers = 2 },
            Spec with { RepeatEverySeconds = 60 },
            Spec with { Order = PointOrder.Listed },
            SampleSpecs.Downloads(experiment: "blob.upload"),
            Spec with { Parameters = Changed("operationsPerClient", JsonValue.Create(21)) },
            Spec with { Parameters = Changed("clients", new JsonArray(1, 3)) },
        ];

        Assert.Equal(others.Length, others.Select(HashOf).Distinct().Count());
    }

    private static JsonObject Changed(string name, JsonNode value)
    {
        var parameters = Spec.Parameters.DeepClone().AsObject();
        parameters[name] = value;
        return parameters;
    }

    private static string HashOf(RunSpec spec) => PlanHash.Of(spec, RunPlanner.Plan(Shipped.Experiments.Find(spec.Experiment)!, spec));
}
