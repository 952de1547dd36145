using System.Net;
using System.Text.Json.Nodes;
using AzurePerf.Hosting.Catalogue;
using AzurePerf.Storage.Runs;
using AzurePerf.UnitTests.Experiments.Texts;
using AzurePerf.Web.Routes;
using Microsoft.OpenApi;
using Xunit;

namespace AzurePerf.UnitTests.Web;

/// <summary>Texts that an experiment is told, through the form, the run's page and the API.</summary>
public sealed class TextParameterPageTests : IAsyncDisposable
{
    private const string Form = "/submit?experiment=text.stages&preset=quick";
    private readonly WebUnderTest _web = new(services => services.AddExperiments([TextStages.Definition]));

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task A_short_text_has_a_line_and_a_long_one_a_box_each_with_its_length_an_example_and_a_hint_among_the_first_fields()
    {
        var page = await Page.OpenAsync(_web, Form);

        var from = page.Element("#field-parameters-from");
        Assert.Equal(("INPUT", "text", "10", "2024-06-01", "2024-01-01", "text"),
            (from.TagName, from.GetAttribute("type"), from.GetAttribute("maxlength"), from.GetAttribute("placeholder"), from.GetAttribute("value"), from.GetAttribute("inputmode")));
        var area = page.Element("#field-parameters-area");
        Assert.Equal(("TEXTAREA", "4000", "polygon 8 47, 9 47, 9 48", "h18v04"), (area.TagName, area.GetAttribute("maxlength"), area.GetAttribute("placeholder"), area.TextContent));
        Assert.Equal("Where the tiles are. At most 4,000 characters, such as polygon 8 47, 9 47, 9 48. area", page.Texts("#field-parameters-area-help").Single());
        Assert.Null(page.Document.QuerySelector("#advanced #field-parameters-area, #advanced #field-parameters-from"));
        Assert.Null(page.Element("#field-name").GetAttribute("maxlength"));
    }

    [Fact]
    public async Task A_text_with_commas_and_line_breaks_is_one_line_of_one_value()
    {
        var page = await Page.OpenAsync(_web, Form);

        var answer = await page.SubmitAsync(("parameters.area", "  polygon 8 47, 9 47,\r\n\t9 48, \"8\" 48 \r\n"), ("parameters.tasks", "3"));

        Assert.Equal(HttpStatusCode.Redirect, answer.StatusCode);
        var run = (await new RunStore(_web.Control.Rows).FindAsync(answer.Headers.Location!.ToString()["/runs/".Length..], TestContext.Current.CancellationToken))!;
        Assert.Equal("""{"area":"polygon 8 47, 9 47, 9 48, \u00228\u0022 48","from":"2024-01-01","tasks":3}""", run.Spec.Parameters.ToJsonString());
    }

    [Fact]
    public async Task An_untouched_form_is_the_preset_and_an_emptied_text_is_an_empty_one()
    {
        var page = await Page.OpenAsync(_web, Form);

        var untouched = await Page.OfAsync(_web, await page.SubmitAsync(("check", "true")));
        var emptied = await Page.OfAsync(_web, await page.SubmitAsync(("check", "true"), ("parameters.area", " ")));
        var unsent = await Page.OfAsync(_web, await page.SubmitAsync(("check", "true"), ("parameters.area", null)));

        Assert.DoesNotContain("parameters", untouched.Element("#request pre.json").TextContent, StringComparison.Ordinal);
        Assert.DoesNotContain("parameters", unsent.Element("#request pre.json").TextContent, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.BadRequest, emptied.Response.StatusCode);
        Assert.Equal(["names no place"], emptied.Texts("#field-parameters-area-fault li"));
    }

    [Fact]
    public async Task After_a_fault_each_text_stands_there_as_it_was_typed()
    {
        var page = await Page.OpenAsync(_web, Form);
        const string Typed = "box 8 47\n9 48 <b>\"&amp;\"</b>";

        var again = await Page.OfAsync(_web, await page.SubmitAsync(("parameters.area", Typed), ("parameters.from", "the first of June")));

        Assert.Equal(HttpStatusCode.BadRequest, again.Response.StatusCode);
        Assert.Equal(["must be a text of at most 10 characters without control characters"], again.Texts("#field-parameters-from-fault li"));
        Assert.Equal("true", again.Element("#field-parameters-from").GetAttribute("aria-invalid"));
        Assert.Equal("the first of June", again.Element("#field-parameters-from").GetAttribute("value"));
        Assert.Equal(Typed, again.Element("#field-parameters-area").TextContent);
        Assert.Equal(0, _web.Stored);
    }

    [Fact]
    public async Task The_API_takes_the_longest_text_in_any_script_stores_it_and_gives_it_back()
    {
        var area = string.Concat(Enumerable.Repeat("東京😀", 1_000));
        var request = new JsonObject { ["experiment"] = TextStages.Id, ["parameters"] = new JsonObject { ["area"] = area, ["from"] = "2024-06-01" } };

        var posted = await WebUnderTest.JsonOf(await _web.PostJsonAsync("/api/v1/runs", request.ToJsonString()));
        var id = posted.GetProperty("id").GetString();

        var run = await WebUnderTest.JsonOf(await _web.GetAsync($"/api/v1/runs/{id}"));
        Assert.Equal((4_000, area), (area.Length, run.GetProperty("spec").GetProperty("parameters").GetProperty("area").GetString()));
        var page = await Page.OpenAsync(_web, $"/runs/{id}");
        Assert.Equal(area, page.Document.QuerySelectorAll(".facts .long dd").Single().TextContent);
        var again = await Page.OpenAsync(_web, $"/submit?from={id}");
        Assert.Equal((area, "2024-06-01"), (again.Element("#field-parameters-area").TextContent, again.Element("#field-parameters-from").GetAttribute("value")));
    }

    [Fact]
    public async Task The_API_refuses_what_is_no_such_text_at_its_path()
    {
        var answer = await _web.PostJsonAsync("/api/v1/runs", """{"experiment":"text.stages","parameters":{"area":["h18v04"],"from":5}}""");

        var errors = (await WebUnderTest.JsonOf(answer)).GetProperty("errors");
        Assert.Equal("takes one value, not a list", errors.GetProperty("parameters.area")[0].GetString());
        Assert.Equal("must be a text of at most 10 characters without control characters", errors.GetProperty("parameters.from")[0].GetString());
    }

    [Fact]
    public async Task The_description_of_the_API_and_the_page_of_the_experiment_say_how_long_a_text_may_be()
    {
        var document = new OpenApiDocument();
        RequestSchemas.Add(document, new([TextStages.Definition]), RequestSchemas.Run);
        var area = document.Components!.Schemas!["Parameters.text.stages"].Properties!["area"];
        var page = await Page.OpenAsync(_web, "/experiments/text.stages");

        Assert.Equal(
            (JsonSchemaType.String, 4_000, "", "Where the tiles are.", "polygon 8 47, 9 47, 9 48"),
            (area.Type, area.MaxLength, area.Default!.GetValue<string>(), area.Description, Assert.Single(area.Examples!).GetValue<string>()));
        Assert.Contains("area Where the tiles are. text, at most 4,000 characters, such as polygon 8 47, 9 47, 9 48 - no", page.Texts("[aria-label=Parameters] tbody tr"));
        Assert.Contains("area h18v04", page.Texts("[aria-label=Presets] tbody tr"));
    }
}
