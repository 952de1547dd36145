using System.Reflection;
using AzurePerf.Core.Experiments;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Tidy;

public sealed class CatalogueTests
{
    public static TheoryData<string> Experiments => [.. Shipped.Experiments.All.Select(experiment => experiment.Id)];

    [Fact]
    public void The_catalogue_is_sorted_and_complete()
    {
        var defined = typeof(ExperimentDefinition).Assembly.GetTypes()
            .Select(type => type.GetProperty("Definition", BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly))
            .Where(property => property?.PropertyType == typeof(ExperimentDefinition))
            .Select(property => ((ExperimentDefinition)property!.GetValue(null)!).Id)
            .Order(StringComparer.Ordinal).ToArray();

        Assert.Equal(31, defined.Distinct().Count());
        Assert.Equal(["selftest.bag"], BuiltInExperiments.All.Where(experiment => experiment.IsHidden).Select(experiment => experiment.Id));
        Assert.Equal(defined.Except(["selftest.bag"]), Shipped.Experiments.All.Select(experiment => experiment.Id));
        Assert.All(BuiltInExperiments.All, experiment => Assert.Same(experiment, Shipped.Experiments.Find(experiment.Id)));
        Assert.Null(Shipped.Experiments.Find("no.such"));
    }

    [Fact]
    public void Two_experiments_of_one_id_are_refused_at_set_up()
    {
        var failure = Assert.Throws<ArgumentException>(() => new ExperimentCatalogue([.. BuiltInExperiments.All, BuiltInExperiments.All[0]]));
        Assert.Contains("two experiments are called blob.download", failure.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Experiments))]
    public void Everything_that_people_read_of_an_experiment_is_there(string id)
    {
        var experiment = Shipped.Experiments.Find(id)!;

        Assert.Matches("^[a-z]+\\.[a-z]+$", id);
        Assert.All(new[] { experiment.Title, experiment.Summary, experiment.OperationNoun, experiment.Source }, Assert.NotEmpty);
        Assert.Equal(["paper", "reduced", "quick"], experiment.Presets.Select(preset => preset.Name));
        Assert.Equal(experiment.Parameters.Select(parameter => parameter.Name).Distinct(), experiment.Parameters.Select(parameter => parameter.Name));
        Assert.All(experiment.Parameters, parameter => Assert.EndsWith(".", parameter.Description, StringComparison.Ordinal));
    }

    [Theory]
    [MemberData(nameof(Experiments))]
    public void Defaults_and_presets_name_known_parameters_within_their_ranges(string id)
    {
        var experiment = Shipped.Experiments.Find(id)!;
        foreach (var preset in experiment.Presets)
        {
            Assert.All(preset.Parameters, parameter => Assert.NotNull(experiment.FindParameter(parameter.Key)));
            var text = $$"""{ "experiment": "{{id}}", "parameters": {{preset.Parameters.ToJsonString()}} }""";
            Assert.Empty(SampleSpecs.Read(text).Faults);
        }

        Assert.Empty(SampleSpecs.Read($$"""{ "experiment": "{{id}}" }""").Faults);
    }
}
