using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using AzurePerf.UnitTests.Docs;
using Xunit;

namespace AzurePerf.UnitTests.Experiments.Texts;

public sealed class TextParameterTests
{
    private const string NotSuchAText = "must be a text of at most 4000 characters without control characters";

    private static readonly RunSpecReader Reader = new(new ExperimentCatalogue([TextStages.Definition]), Shipped.Targets("default"), new SeededIdSource(7));

    [Fact]
    public void The_catalogue_says_what_a_text_may_be_and_nothing_of_that_where_there_is_none()
    {
        var area = JsonSerializer.SerializeToNode(TextStages.Definition.FindParameter("area"), ApiJson.Options)!.AsObject();
        var tasks = JsonSerializer.SerializeToNode(TextStages.Definition.FindParameter("tasks"), ApiJson.Options)!.AsObject();

        Assert.Equal(
            """{"name":"area","description":"Where the tiles are.","kind":"text","unit":"","minimum":null,"maximum":null,"choices":[],"default":"","factor":false,"mostCharacters":4000,"example":"polygon 8 47, 9 47, 9 48"}""",
            area.ToJsonString());
        Assert.Equal(["choices", "default", "description", "factor", "kind", "maximum", "minimum", "name", "unit"], tasks.Select(member => member.Key).Order());
        Assert.Equal(TextStages.Definition.FindParameter("area")!.MostCharacters, area.Deserialize<ParameterDefinition>(ApiJson.Options)!.MostCharacters);
    }

    [Theory]
    [InlineData("h18v04 h19v04")]
    [InlineData("polygon 8.5 47, 9 47, 9 48")]
    [InlineData("it's \"quoted\" | ümlaut 東京 😀 = 5; {}")]
    [InlineData(" ")]
    [InlineData("5")]
    public void A_text_is_taken_as_it_is(string text)
    {
        var spec = Read(JsonValue.Create(text)).Spec!;

        Assert.Equal(text, spec.Parameters["area"]!.GetValue<string>());
        Assert.Equal(text, ((TextStages)RunPlanner.BindStages(TextStages.Definition, spec)).Area);
        Assert.Equal("2024-01-01", spec.Parameters["from"]!.GetValue<string>());
    }

    [Theory]
    [InlineData("5")]
    [InlineData("true")]
    [InlineData("null")]
    [InlineData("{}")]
    [InlineData("\"a\\nb\"")]
    [InlineData("\"a\\tb\"")]
    [InlineData("\"a\\u0000\"")]
    [InlineData("\"a\\u202eb\"")]
    public void What_is_no_line_of_text_is_refused_in_one_sentence(string json) =>
        Assert.Equal([new SpecFault("parameters.area", NotSuchAText)], Read(JsonNode.Parse(json)).Faults);

    [Fact]
    public void A_text_is_never_a_list_of_levels() =>
        Assert.Equal([new SpecFault("parameters.area", "takes one value, not a list")], Read(new JsonArray("h18v04", "h19v04")).Faults);

    [Fact]
    public void The_longest_text_is_taken_and_one_character_more_is_refused()
    {
        Assert.Equal(4_000, Read(JsonValue.Create(new string('x', 4_000))).Spec!.Parameters["area"]!.GetValue<string>().Length);
        Assert.Equal([new SpecFault("parameters.area", NotSuchAText)], Read(JsonValue.Create(new string('x', 4_001))).Faults);
        Assert.Equal(
            [new SpecFault("parameters.from", "must be a text of at most 10 characters without control characters")],
            Read(JsonValue.Create("h18v04"), JsonValue.Create("2024-06-011")).Faults);
    }

    [Fact]
    public void What_only_the_experiment_can_judge_is_said_at_the_text() =>
        Assert.Equal([new SpecFault("parameters.area", "names no place")], Read(JsonValue.Create("")).Faults);

    [Fact]
    public void A_preset_may_set_a_text_and_another_text_makes_the_run_a_custom_one()
    {
        var usual = Reader.Read(Encoding.UTF8.GetBytes($$"""{ "experiment": "{{TextStages.Id}}", "preset": "quick" }""")).Spec!;

        Assert.Equal(("quick", "h18v04"), (usual.Scale, usual.Parameters["area"]!.GetValue<string>()));
        Assert.Equal("quick", Read(JsonValue.Create("h18v04")).Spec!.Scale);
        Assert.Equal("custom", Read(JsonValue.Create("h18v05")).Spec!.Scale);
    }

    [Fact]
    public void A_declaration_that_cannot_be_is_refused_when_the_experiment_is_defined()
    {
        Assert.Contains("Value is a text, which cannot be a factor", FaultOf<TextFactor>(), StringComparison.Ordinal);
        Assert.Contains("Value is a text: say that it has at most 1 to 4000 characters", FaultOf<TextWithoutLength>(), StringComparison.Ordinal);
        Assert.Contains("Value is a text: say that it has at most 1 to 4000 characters", FaultOf<TextBeyondAll>(), StringComparison.Ordinal);
        Assert.Contains("Value is a text, and its default is none of at most 2 characters", FaultOf<TextWithLongDefault>(), StringComparison.Ordinal);
        Assert.Contains("Value is a text, and its default is none of at most 2 characters", FaultOf<TextWithoutDefault>(), StringComparison.Ordinal);
    }

    [Fact]
    public void People_read_a_text_as_it_is_an_empty_one_as_a_dash_and_a_long_one_in_a_sentence_cut()
    {
        Assert.Equal("h18v04 h19v04", LevelText.Of(JsonValue.Create("h18v04 h19v04"), ""));
        Assert.Equal("-", LevelText.Of(JsonValue.Create(""), ""));
        Assert.Equal(new string('x', 64), LevelText.Shortened(new string('x', 64)));
        Assert.Equal(new string('x', 64) + "...", LevelText.Shortened(new string('x', 65)));
        Assert.Equal(new string('x', 63) + "...", LevelText.Shortened(new string('x', 63) + "😀y"));
    }

    [Fact]
    public void The_documents_say_how_long_a_text_may_be_and_how_it_may_look()
    {
        var table = ExperimentTables.Parameters(TextStages.Definition);

        Assert.Contains("| `area` | text, at most 4000 characters, such as `polygon 8 47, 9 47, 9 48` | empty | Where the tiles are. |", table, StringComparison.Ordinal);
        Assert.Contains("| `from` | text, at most 10 characters, such as `2024-06-01` | `2024-01-01` | The first day. |", table, StringComparison.Ordinal);
    }

    private static RunSpecResult Read(JsonNode? area, JsonNode? from = null)
    {
        var parameters = new JsonObject { ["area"] = area };
        if (from is not null)
        {
            parameters["from"] = from;
        }

        return Reader.Read(Encoding.UTF8.GetBytes(new JsonObject { ["experiment"] = TextStages.Id, ["preset"] = "quick", ["parameters"] = parameters }.ToJsonString()));
    }

    private static string FaultOf<TOptions>() where TOptions : PipelineOptions, new() =>
        Assert.Throws<NotSupportedException>(() => ExperimentDefinition.OfStages<TOptions>("x", "", "", "")).Message;

    private abstract record NoStages : PipelineOptions
    {
        public override IReadOnlyList<StagePlan> Stages() => [];
    }

    private sealed record TextFactor : NoStages
    {
        [Parameter("A text.", MostCharacters = 10, Factor = true)]
        public string Value { get; init; } = "";
    }

    private sealed record TextWithoutLength : NoStages
    {
        [Parameter("A text.")]
        public string Value { get; init; } = "";
    }

    private sealed record TextBeyondAll : NoStages
    {
        [Parameter("A text.", MostCharacters = 4_001)]
        public string Value { get; init; } = "";
    }

    private sealed record TextWithLongDefault : NoStages
    {
        [Parameter("A text.", MostCharacters = 2)]
        public string Value { get; init; } = "abc";
    }

    private sealed record TextWithoutDefault : NoStages
    {
        [Parameter("A text.", MostCharacters = 2)]
        public string Value { get; init; } = null!;
    }
}
