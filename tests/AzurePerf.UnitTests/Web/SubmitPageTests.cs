using System.Net;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Targets.Sql;
using AzurePerf.Core.Texts;
using AzurePerf.Storage;
using AzurePerf.Storage.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class SubmitPageTests : IAsyncDisposable
{
    private const string CannotBeCompared = "Note. This run cannot be compared: fewer than 6 repetitions.";
    private readonly WebUnderTest _web = new();

    public static TheoryData<string, string> EveryPreset =>
        [.. Shipped.Experiments.All.SelectMany(definition => definition.Presets, (definition, preset) => (definition.Id, preset.Name))];

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task Before_an_experiment_is_chosen_every_one_is_offered_and_nothing_can_be_sent()
    {
        var page = await Page.OpenAsync(_web, "/submit");

        Assert.Equal(Shipped.Experiments.All.Select(definition => definition.Id), page.Texts(".catalogue .id"));
        Assert.Null(page.Document.QuerySelector("form[method=post]"));
    }

    [Theory]
    [InlineData("queue peek", "queue.peek")]
    [InlineData("PEEK", "queue.length", "queue.peek")]
    [InlineData("fileBytes", "disk.mark")]
    [InlineData("no such words")]
    public async Task The_catalogue_is_searched_for_all_words(string words, params string[] found)
    {
        var page = await Page.OpenAsync(_web, "/submit?q=" + Uri.EscapeDataString(words));

        Assert.Superset(found.ToHashSet(), page.Texts(".catalogue .id").ToHashSet());
        Assert.True(page.Texts(".catalogue .id").Count < Shipped.Experiments.All.Count);
        Assert.Equal(found.Length == 0, page.Document.QuerySelector(".empty") is not null);
    }

    [Fact]
    public async Task A_form_that_is_only_checked_is_estimated_and_stores_nothing()
    {
        var page = await Page.OpenAsync(_web, "/submit?experiment=queue.add&preset=quick");

        var again = await Page.OfAsync(_web, await page.SubmitAsync(("parameters.clients", "2, 3"), ("repetitions", "7"), ("check", "true")));

        Assert.Equal(HttpStatusCode.OK, again.Response.StatusCode);
        Assert.StartsWith("14 points, ", Assert.Single(again.Texts(".estimate")), StringComparison.Ordinal);
        Assert.Equal("2, 3", again.Element("#field-parameters-clients").GetAttribute("value"));
        Assert.Equal(0, _web.Stored);
    }

    [Theory]
    [InlineData("64KiB, 1 MiB 8388608", "[65536,1048576,8388608]")]
    [InlineData("512 B 1 kB, 2 KB 3kB", "[512,1000,2000,3000]")]
    [InlineData("1,460 B", "[1460]")]
    [InlineData("4, 1,500 kB 64,128KiB 1,234,567 B", "[4,1500000,64,131072,1234567]")]
    [InlineData("1.5 MB", "[1500000]")]
    public async Task A_size_may_be_written_with_its_unit(string typed, string asked)
    {
        var page = await Page.OpenAsync(_web, "/submit?experiment=blob.download&preset=quick");

        var again = await Page.OfAsync(_web, await page.SubmitAsync(("parameters.blobBytes", typed), ("check", "true")));

        Assert.Equal(HttpStatusCode.OK, again.Response.StatusCode);
        Assert.Contains($"\"blobBytes\":{asked}", again.Element("#request pre.cli").TextContent, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_size_in_an_unknown_unit_is_refused_at_its_field()
    {
        var page = await Page.OpenAsync(_web, "/submit?experiment=blob.download&preset=quick");

        var again = await Page.OfAsync(_web, await page.SubmitAsync(("parameters.blobBytes", "1Mb"), ("check", "true")));

        Assert.Equal("true", again.Element("#field-parameters-blobBytes").GetAttribute("aria-invalid"));
    }

    [Fact]
    public async Task The_form_can_be_taken_along_as_command_curl_and_JSON()
    {
        var page = await Page.OpenAsync(_web, "/submit?experiment=queue.add&preset=quick");

        Assert.Equal("azureperf submit --file - --wait --url http://localhost <<'END'\n{\"experiment\":\"queue.add\",\"preset\":\"quick\",\"target\":\"default\",\"onError\":\"continue\"}\nEND", page.Element("#request pre.cli").TextContent);
        Assert.StartsWith("curl http://localhost/api/v1/runs -H 'Content-Type: application/json' -d '{", page.Element("#request pre.curl").TextContent, StringComparison.Ordinal);
        Assert.Contains("\"experiment\": \"queue.add\"", page.Element("#request pre.json").TextContent, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("queue.add", "quick")]
    [InlineData("blob.download", "defaults")]
    public async Task The_JSON_and_the_form_that_it_was_taken_from_give_the_same_run(string experiment, string preset)
    {
        var page = await Page.OpenAsync(_web, $"/submit?experiment={experiment}&preset={preset}");
        (string, string?)[] changes = [("parameters.clients", "2, 3"), ("name", "it's \"quoted\""), ("tags", "team=a\nnight"), ("seed", "11"), ("repetitions", "7")];
        var copied = (await Page.OfAsync(_web, await page.SubmitAsync([.. changes, ("check", "true")]))).Element("#request pre.json").TextContent;

        var byForm = await OnlyRunAsync(await page.SubmitAsync(changes));
        var byCopy = await WebUnderTest.JsonOf(await _web.PostJsonAsync("/api/v1/runs", copied));

        Assert.Equal(
            System.Text.Json.JsonSerializer.Serialize(byForm.Spec, ApiJson.Options),
            System.Text.Json.JsonSerializer.Serialize(System.Text.Json.JsonSerializer.Deserialize<RunSpec>(byCopy.GetProperty("spec"), ApiJson.Options), ApiJson.Options));
    }

    [Fact]
    public async Task The_form_is_checked_by_its_address_while_it_is_filled_in()
    {
        const string Form = "/submit?handler=Check&experiment=queue.add&preset=quick&target=default&workers=1&onError=continue&";

        var right = await Page.OpenAsync(_web, Form + "parameters.clients=2%2C+3&repetitions=7");
        var wrong = await Page.OpenAsync(_web, Form + "parameters.clients=0&repetitions=7");

        Assert.StartsWith("14 points, ", Assert.Single(right.Texts(".estimate")), StringComparison.Ordinal);
        Assert.Contains("\"repetitions\": 7", right.Element("pre.json").TextContent, StringComparison.Ordinal);
        Assert.Equal(["value 1 must be a whole number from 1 to 192"], wrong.Texts("[data-checked=field-parameters-clients-fault] li"));
        Assert.Empty(wrong.Texts("[data-checked=field-repetitions-fault] li"));
        Assert.Equal(["No estimate: one field is not valid yet."], wrong.Texts("[data-checked=estimate]"));
        Assert.Empty(wrong.Texts("[data-checked=commands] pre"));
        Assert.Equal(HttpStatusCode.NotFound, (await _web.GetAsync("/submit?handler=Check&experiment=none")).StatusCode);
        Assert.Equal(0, _web.Stored);
    }

    [Fact]
    public async Task What_the_operator_allows_is_shown_before_anything_is_submitted()
    {
        await using var limited = new WebUnderTest(null, null, ("Limits:OperationsPerRun", "10000"), ("Limits:DurationPerRun", "01:00:00"), ("Limits:BytesPerOwnerAndDay", "1000000000"));

        var page = await Page.OpenAsync(limited, "/submit?experiment=queue.add&preset=quick");

        Assert.Contains("Allowed for one run: 10,000 operations, 1 h 00 min.", page.Text, StringComparison.Ordinal);
        Assert.Contains("Allowed for all that you submit on a day (UTC): 1,000 MB.", page.Text, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(EveryPreset))]
    public async Task An_untouched_form_is_exactly_the_preset(string experiment, string preset)
    {
        var kind = Shipped.Experiments.Find(experiment)!.Target;
        await using var web = kind == SqlTarget.Kind ? new WebUnderTest(null, null, ("Targets:Names:2", "sql:database")) : new();
        var page = await Page.OpenAsync(web, $"/submit?experiment={experiment}&preset={preset}");

        var response = await page.SubmitAsync();

        var run = await OnlyRunAsync(web, response);
        var target = kind == SqlTarget.Kind ? "database" : kind?.OnlyTarget ?? "default";
        Assert.Equal((experiment, preset, target), (run.Spec.Experiment, run.Spec.Scale, run.Spec.Target));
        Assert.Equal(Shipped.Experiments.Find(experiment)!.FindPreset(preset)!.Repetitions, run.Spec.Repetitions);
    }

    [Fact]
    public async Task Without_a_preset_the_experiment_s_defaults_are_run()
    {
        var page = await Page.OpenAsync(_web, "/submit?experiment=table.update&preset=defaults");

        var run = await OnlyRunAsync(await page.SubmitAsync());

        Assert.Equal(("custom", SpecLimits.DefaultRepetitions), (run.Spec.Scale, run.Spec.Repetitions));
    }

    [Theory]
    [InlineData("blob.download", "quick", true)]
    [InlineData("blob.download", "reduced", false)]
    [InlineData("selftest.bag", "quick", false)]
    public async Task A_form_that_makes_too_few_repetitions_says_that_its_run_cannot_be_compared(string experiment, string preset, bool said)
    {
        var page = await Page.OpenAsync(_web, $"/submit?experiment={experiment}&preset={preset}");

        Assert.Equal(said, page.Texts(".estimate .notice").Contains(CannotBeCompared));
    }

    [Fact]
    public async Task Missing_workers_are_told_in_a_sentence_whose_command_is_marked()
    {
        var page = await Page.OpenAsync(_web, "/submit?experiment=queue.add&preset=quick");

        Assert.Contains(page.Texts(".estimate .notice"), text => text.StartsWith("Workers are missing. The run needs 1 measure worker, and 0 are alive", StringComparison.Ordinal));
        Assert.Equal("azureperf up --workers 1", page.Element(".estimate .notice code").TextContent);
    }

    [Theory]
    [InlineData("2", true)]
    [InlineData("9", false)]
    public async Task What_is_said_of_too_few_repetitions_follows_the_form_while_it_is_filled_in(string repetitions, bool said)
    {
        var page = await Page.OpenAsync(_web, $"/submit?handler=Check&experiment=queue.add&preset=quick&target=default&workers=1&onError=continue&repetitions={repetitions}");

        Assert.Equal(said, page.Texts("[data-checked=estimate] .notice").Contains(CannotBeCompared));
    }

    [Fact]
    public async Task Every_parameter_has_a_labelled_field_with_its_range()
    {
        var page = await Page.OpenAsync(_web, "/submit?experiment=insert.ratio");

        foreach (var parameter in Shipped.Experiments.Find("insert.ratio")!.Parameters)
        {
            var field = page.Element($"#field-parameters-{parameter.Name}");
            Assert.NotNull(page.Document.QuerySelector($"label[for='{field.Id}']") ?? page.Document.QuerySelector($"#{field.GetAttribute("aria-labelledby")}"));
            Assert.NotNull(page.Document.GetElementById(field.GetAttribute("aria-describedby")!.Split(' ')[^1]));
        }

        Assert.Contains("1 to 192", page.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_was_changed_is_what_is_run()
    {
        var page = await Page.OpenAsync(_web, "/submit?experiment=insert.ratio&preset=quick");

        var response = await page.SubmitAsync(
            ("parameters.clients", " 1;2 ,16 "), ("parameters.service", "table"), ("name", " mine "), ("seed", "7"),
            ("repetitions", "3"), ("onError", "stop"), ("target", "west"), ("tags", "region=west europe\r\nowner = me"));

        var spec = (await OnlyRunAsync(response)).Spec;
        Assert.Equal("[1,2,16]", spec.Parameters["clients"]!.ToJsonString());
        Assert.Equal("""["table"]""", spec.Parameters["service"]!.ToJsonString());
        Assert.Equal(("mine", 7, 3, OnError.Stop, "west", "custom"), (spec.Name, spec.Seed, spec.Repetitions, spec.OnError, spec.Target, spec.Scale));
        Assert.Equal(new Dictionary<string, string> { ["owner"] = "me", ["region"] = "west europe" }, spec.Tags);
    }

    [Fact]
    public async Task An_emptied_field_is_the_preset_s_value()
    {
        var page = await Page.OpenAsync(_web, "/submit?experiment=blob.download&preset=quick");

        var run = await OnlyRunAsync(await page.SubmitAsync(("parameters.clients", ""), ("repetitions", "")));

        Assert.Equal("quick", run.Spec.Scale);
        Assert.Equal("[1,4]", run.Spec.Parameters["clients"]!.ToJsonString());
    }

    [Theory]
    [InlineData("parameters.clients", "0", "must be a whole number from 1 to 192")]
    [InlineData("parameters.clients", "1, 10000", "value 2 must be a whole number from 1 to 192")]
    [InlineData("parameters.clients", "1, many", "value 2 must be a whole number from 1 to 192")]
    [InlineData("parameters.blobBytes", "-5", "must be a whole number from 1 to 1099511627776 B")]
    [InlineData("parameters.operationsPerClient", "0", "must be above 0")]
    [InlineData("repetitions", "x", "must be a whole number from 1 to 1000")]
    [InlineData("target", "east", "is unknown; configured targets")]
    public async Task A_fault_stands_beside_its_field_what_was_typed_stays_and_nothing_is_stored(string path, string text, string message)
    {
        var page = await Page.OpenAsync(_web, "/submit?experiment=blob.download&preset=quick");

        var response = await page.SubmitAsync((path, text), ("name", "keep me"));

        var again = await Page.OfAsync(_web, response);
        var field = again.Element("#field-" + path.Replace('.', '-'));
        var fault = again.Document.GetElementById(field.GetAttribute("aria-describedby")!.Split(' ')[0])!;
        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Equal("true", field.GetAttribute("aria-invalid"));
        Assert.Contains(message, fault.TextContent, StringComparison.Ordinal);
        Assert.NotNull(again.Element($".faults a[href='#{field.Id}']"));
        Assert.Equal("keep me", again.Element("#field-name").GetAttribute("value"));
        Assert.True(path == "target" || field.GetAttribute("value") == text);
        Assert.Equal(0, _web.Stored);
    }

    [Fact]
    public async Task Whoever_opens_the_form_of_what_nobody_configured_reads_what_helps_and_of_no_fault()
    {
        var page = await Page.OpenAsync(_web, "/submit?experiment=sql.scale");
        var sent = await Page.OfAsync(_web, await page.SubmitAsync());

        Assert.Contains("azureperf up --sql", Assert.Single(page.Texts(".notice")), StringComparison.Ordinal);
        Assert.Empty(page.Texts(".faults, [aria-invalid]"));
        Assert.StartsWith("New run", page.Document.Title, StringComparison.Ordinal);
        Assert.Equal("One field is not valid; nothing was submitted", Assert.Single(sent.Texts(".faults h3")));
        Assert.Equal(HttpStatusCode.BadRequest, sent.Response.StatusCode);
    }

    [Fact]
    public async Task A_list_of_words_without_any_is_a_fault()
    {
        var page = await Page.OpenAsync(_web, "/submit?experiment=insert.ratio&preset=quick");

        var again = await Page.OfAsync(_web, await page.SubmitAsync(("parameters.service", null)));

        Assert.Contains("must list 1 to 200 values", again.Element("#field-parameters-service-fault").TextContent, StringComparison.Ordinal);
        Assert.Equal(0, _web.Stored);
    }

    [Fact]
    public async Task A_corrected_form_can_be_sent()
    {
        var page = await Page.OpenAsync(_web, "/submit?experiment=blob.download&preset=quick");
        var again = await Page.OfAsync(_web, await page.SubmitAsync(("parameters.clients", "0")));

        var run = await OnlyRunAsync(await again.SubmitAsync(("parameters.clients", "2")));

        Assert.Equal("[2]", run.Spec.Parameters["clients"]!.ToJsonString());
    }

    [Fact]
    public async Task A_form_sent_twice_starts_one_run()
    {
        var page = await Page.OpenAsync(_web, "/submit?experiment=queue.add&preset=quick");

        var first = await page.SubmitAsync();
        var second = await page.SubmitAsync();

        Assert.Equal(first.Headers.Location, second.Headers.Location);
        Assert.Equal(1, _web.Control.Rows.Count(ControlNames.RunsTable));
    }

    [Fact]
    public async Task A_form_changed_after_it_was_sent_starts_another_run_once_however_often_it_is_sent()
    {
        var page = await Page.OpenAsync(_web, "/submit?experiment=queue.add&preset=quick");

        var first = await page.SubmitAsync();
        var second = await page.SubmitAsync(("parameters.clients", "8"));
        var third = await page.SubmitAsync(("parameters.clients", "8"));

        Assert.NotEqual(first.Headers.Location, second.Headers.Location);
        Assert.Equal(second.Headers.Location, third.Headers.Location);
        Assert.Equal(2, _web.Control.Rows.Count(ControlNames.RunsTable));
    }

    [Theory]
    [InlineData(null)]
    [InlineData("forged")]
    public async Task A_form_without_its_token_is_refused_and_nothing_is_stored(string? token)
    {
        var page = await Page.OpenAsync(_web, "/submit?experiment=queue.add&preset=quick");

        var response = await page.SubmitAsync(("formToken", token));

        var refusal = await Page.OfAsync(_web, response);
        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Equal(["This form cannot be used any more"], refusal.Texts("h1"));
        Assert.Equal(0, _web.Stored);
    }

    [Fact]
    public async Task What_was_typed_is_shown_again_as_text_and_never_as_markup()
    {
        const string Hostile = "\"><script>alert(1)</script>";
        var page = await Page.OpenAsync(_web, "/submit?experiment=queue.add&preset=quick");

        var again = await Page.OfAsync(_web, await page.SubmitAsync(("name", Hostile), ("parameters.clients", Hostile), ("tags", Hostile + "=x")));

        Assert.Empty(again.Document.QuerySelectorAll("script:not([src^='/assets/'])"));
        Assert.Equal(Hostile, again.Element("#field-name").GetAttribute("value"));
        Assert.Equal(Hostile, again.Element("#field-parameters-clients").GetAttribute("value"));
    }

    private Task<RunState> OnlyRunAsync(HttpResponseMessage response) => OnlyRunAsync(_web, response);

    private static async Task<RunState> OnlyRunAsync(WebUnderTest web, HttpResponseMessage response)
    {
        Assert.Equal(HttpStatusCode.Redirect, response.StatusCode);
        var id = response.Headers.Location!.OriginalString.Replace("/runs/", "", StringComparison.Ordinal);
        Assert.Equal(1, web.Control.Rows.Count(ControlNames.RunsTable));
        Assert.Contains(id, Assert.Single(web.Control.RunRequests.Texts), StringComparison.Ordinal);
        return (await new RunStore(web.Control.Rows).FindAsync(id, TestContext.Current.CancellationToken))!;
    }
}
