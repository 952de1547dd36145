using Xunit;

namespace AzurePerf.UnitTests.Docs.Words;

/// <summary>One word for one thing: docs/glossary.md against every sentence that people read.</summary>
public sealed class GlossaryTests
{
    private const string Sample = "- **tag** (not label, mark up): a name and a value\n- **metric** (not figure): a number\n- **run**: a request\n";

    [Fact]
    public void No_text_uses_a_word_that_the_glossary_replaces()
    {
        var glossary = new Glossary(File.ReadAllText(RepositoryFolder.PathOf(Glossary.Document)));
        var allowed = new AllowedUses(File.ReadLines(RepositoryFolder.PathOf("tests/AzurePerf.UnitTests/Docs/Words/allowed-uses.txt")));
        var texts = VisibleTexts.All().ToArray();

        var misused = texts.SelectMany(text => glossary.Misused(text.Path, text.Text, allowed)).ToArray();

        Assert.True(misused.Length == 0, string.Join('\n', misused));
        Assert.Empty(allowed.Unused);
        Assert.InRange(glossary.Count, 20, int.MaxValue);
        Assert.All(
            new[] { "docs/openapi.json", "README.md", "src/AzurePerf.Web/Home/HomePage.cshtml", "src/AzurePerf.Cli/Output/ExitCode.cs" },
            path => Assert.Contains(texts, text => text.Path == path));
    }

    [Theory]
    [InlineData("docs/running.md", "A run has labels.", "label")]
    [InlineData("docs/running.md", "Labelled `label` is code, and [a link](label.md) leads there.", "")]
    [InlineData("docs/running.md", "```\nlabel\n```\nFigure 3 of a paper", "")]
    [InlineData("docs/running.md", "Figures of ours", "figure")]
    [InlineData("docs/adr/0001-x.md", "A label.", "")]
    [InlineData("src/AzurePerf.Cli/X.cs", "Description = \"A label. Repeatable.\" // figure", "label")]
    [InlineData("src/AzurePerf.Cli/X.cs", "[Label(\"label\")] class Label { /* a label */ string Key => \"label\"; }", "")]
    [InlineData("src/AzurePerf.Cli/X.cs", "$\"{a.Label} of {b(\"one figure\")} runs\"", "figure")]
    [InlineData("src/AzurePerf.Cli/X.cs", "$$\"\"\"{a} and \"some\" {{b}} labels\"\"\"", "label")]
    [InlineData("src/AzurePerf.Cli/X.cs", "@\"a \"\"b\"\" figure\" + '\"' + \"ok\"", "figure")]
    [InlineData("src/AzurePerf.Cli/X.cs", "LogInformation(\"Run {Run} is {Label}\", label)", "")]
    [InlineData("src/AzurePerf.Cli/X.cs", "[new(\"run\"), new(\"figure\")]", "figure")]
    [InlineData("src/AzurePerf.Cli/X.cs", "NumberFormat.Counted(tags.Count, \"label\")", "label")]
    [InlineData("src/AzurePerf.Cli/X.cs", "table.Add(\"Label\")", "label")]
    [InlineData("src/AzurePerf.Web/X.cshtml", "<label for=\"a\" class=\"label\">Name</label>", "")]
    [InlineData("src/AzurePerf.Web/X.cshtml", "<th scope=\"col\">Label</th>", "label")]
    [InlineData("src/AzurePerf.Web/X.cshtml", "<p title=\"All figures\">@Model.Label of @(figure)</p>", "figure")]
    [InlineData("src/AzurePerf.Web/X.cshtml", "@foreach (var label in Model.Labels)\n{\n    <li>@label</li>\n}\n", "")]
    [InlineData("src/AzurePerf.Web/X.cshtml", "@page\n@{ ViewData.SetTitle(\"Marked up\"); }", "mark up")]
    [InlineData("src/AzurePerf.Web/X.js", "node.textContent = \"no label\";", "label")]
    [InlineData("docs/openapi.json", """{ "description": "A figure.", "label": "label" }""", "figure")]
    [InlineData("tests/AzurePerf.UnitTests/X.cs", "\"A label here\"", "")]
    public void A_word_is_found_where_people_read_it(string path, string content, string found)
    {
        var misused = VisibleTexts.Of(path, content).SelectMany(text => new Glossary(Sample).Misused(path, text, new AllowedUses(["* | figure N of"]))).ToArray();

        Assert.Equal(found.Length == 0 ? [] : [found], misused.Select(line => line.Split('"')[1]));
    }

    [Fact]
    public void A_word_of_several_is_found_with_its_endings() => Assert.Equal(
        ["a.md: \"mark up\" should be tag: All runs marked up here"],
        new Glossary(Sample).Misused("a.md", "All runs marked up here", new AllowedUses([])));

    [Fact]
    public void An_allowed_use_is_one_in_its_file_and_words_and_must_be_needed()
    {
        var allowed = new AllowedUses(["# why", "", "a.md | axis label", "* | figure N", "b.md | no label"]);
        var glossary = new Glossary(Sample);

        Assert.Empty(glossary.Misused("a.md", "the axis labels and figure 12", allowed));
        Assert.Single(glossary.Misused("b.md", "the axis label", allowed));
        Assert.Single(glossary.Misused("a.md", "a label", allowed));
        Assert.Equal(["b.md | no label"], allowed.Unused);
    }
}
