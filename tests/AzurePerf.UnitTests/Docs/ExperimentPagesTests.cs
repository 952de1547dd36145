using AzurePerf.Core.Experiments;
using Xunit;

namespace AzurePerf.UnitTests.Docs;

public sealed class ExperimentPagesTests
{
    private const string Folder = "docs/experiments";

    public static TheoryData<string> Ids => [.. Shipped.Experiments.All.Select(definition => definition.Id)];

    [Fact]
    public void Every_experiment_has_its_page_and_every_page_its_experiment()
    {
        var pages = Directory.EnumerateFiles(RepositoryFolder.PathOf(Folder), "*.md").Select(path => Path.GetFileNameWithoutExtension(path)!).Where(name => name != "README");

        Assert.Equal(Shipped.Experiments.All.Select(definition => definition.Id), pages.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void The_index_lists_the_catalogue() => GeneratedBlock.Check($"{Folder}/README.md", "experiments", ExperimentTables.Index(Shipped.Experiments.All));

    [Fact]
    public void The_index_lists_the_parameters_that_several_have() =>
        GeneratedBlock.CheckTable(PageOf("README"), "### Shared parameters", ExperimentTables.Shared());

    [Fact]
    public void The_index_lists_the_values_that_several_presets_have() =>
        GeneratedBlock.CheckTable(PageOf("README"), "### Shared presets", ExperimentTables.SharedPresets());

    [Theory]
    [MemberData(nameof(Ids))]
    public void Every_parameter_has_its_line_on_the_page_or_one_that_it_leads_to(string id)
    {
        string[] pages = [PageOf(id), PageOf(ExperimentTables.SaidBy.GetValueOrDefault(id, id)), PageOf("README")];
        var lines = string.Concat(pages.Select(page => File.ReadAllText(RepositoryFolder.PathOf(page))));

        Assert.All(Shipped.Experiments.Find(id)!.Parameters, parameter => Assert.Matches($@"\| `{parameter.Name}`\*? \|", lines));
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void The_parameter_table_of_a_page_is_that_of_the_catalogue(string id) =>
        GeneratedBlock.CheckTable(PageOf(id), "## Parameters", ExperimentTables.Parameters(Shipped.Experiments.Find(id)!));

    [Theory]
    [MemberData(nameof(Ids))]
    public void The_preset_table_of_a_page_is_that_of_the_catalogue(string id) =>
        GeneratedBlock.CheckTable(PageOf(id), "## Presets", ExperimentTables.Presets(Shipped.Experiments.Find(id)!));

    [Theory]
    [MemberData(nameof(Ids))]
    public void A_page_says_what_the_catalogue_says_it_answers_and_where_that_was_published(string id)
    {
        var definition = Shipped.Experiments.Find(id)!;
        var page = File.ReadAllText(RepositoryFolder.PathOf(PageOf(id)));

        Assert.StartsWith($"# {id}: {definition.Title}\n\n{definition.Summary}\n\nFirst published: {definition.Source}.\n", page);
    }

    private static string PageOf(string id) => $"{Folder}/{id}.md";
}
