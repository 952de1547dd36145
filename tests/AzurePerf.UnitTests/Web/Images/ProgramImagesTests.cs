using System.IO.Compression;
using System.Net;
using System.Text;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Programs;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Programs;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;
using AzurePerf.Testing.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Web.Images;

/// <summary>The user's own program as a reduction: in the form, at submission, and on the page of the images.</summary>
public sealed class ProgramImagesTests : IAsyncDisposable
{
    private static readonly (string, string?)[] Box = [("places", ""), ("west", "5"), ("south", "45"), ("east", "16"), ("north", "55")];
    private readonly WebUnderTest _web = new(null, null, ("Programs:Allowed", "true"));

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    private ProgramStore Programs => new(_web.Control.Programs, _web.Control.Rows, WebUnderTest.Clock);

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task A_program_that_is_chosen_becomes_a_reduction_next_to_those_that_are_ticked()
    {
        var hash = await AddAsync("ndvi");
        var page = await Page.OpenAsync(_web, "/images/new");

        var run = await RunAsync(await page.SubmitAsync([.. Box, ("parameters.program", hash)]));

        Assert.Equal(["none", $"ndvi ({hash[..8]})"], page.Texts("#field-parameters-program option"));
        Assert.Equal(("picture program", hash), (Text(run, "reductions"), Text(run, "program")));
        Assert.Empty(page.Document.QuerySelectorAll("input[name=reductions][value=program]"));
    }

    [Fact]
    public async Task A_request_like_an_earlier_one_keeps_its_program_and_a_revoked_one_is_refused_at_its_field()
    {
        var hash = await AddAsync("ndvi");
        var run = await RunAsync(await (await Page.OpenAsync(_web, "/images/new")).SubmitAsync([.. Box, ("parameters.program", hash)]));
        await Programs.RevokeAsync(hash, "anna", Cancelled);

        var page = await Page.OpenAsync(_web, "/images/new?from=" + run.RunId);
        var again = await Page.OfAsync(_web, await page.SubmitAsync());

        Assert.Equal(HttpStatusCode.BadRequest, again.Response.StatusCode);
        Assert.Contains($"names ndvi ({hash[..8]}), which runs no more: anna revoked it on 2026-03-14", again.Texts(".field.invalid .fault li"));
        Assert.Equal($"{hash[..8]}: runs no more", again.Element("#field-parameters-program option[selected]").TextContent);
    }

    [Theory]
    [InlineData(true, "names no program: there is no aaaaaaaa; azureperf programs list shows what there is")]
    [InlineData(false, "cannot be used: the operator has not allowed users' own programs (Programs:Allowed)")]
    public async Task A_request_whose_program_is_not_there_or_not_allowed_is_refused_and_nothing_is_stored(bool allowed, string said)
    {
        await using var web = new WebUnderTest(null, null, ("Programs:Allowed", allowed ? "true" : "false"));
        var hash = new string('a', 64);

        using var answer = await web.PostJsonAsync("/api/v1/runs", $$$"""{"experiment":"modis.pipeline","parameters":{"reductions":"program","program":"{{{hash}}}"}}""");

        Assert.Equal(HttpStatusCode.BadRequest, answer.StatusCode);
        var faults = (await WebUnderTest.JsonOf(answer)).GetProperty("errors").GetProperty("parameters.program");
        Assert.Equal(said, Assert.Single(faults.EnumerateArray()).GetString());
        Assert.Equal(0, web.Stored);
    }

    [Fact]
    public async Task Where_programs_are_not_allowed_the_form_has_no_field_for_them()
    {
        await using var web = new WebUnderTest();

        var page = await Page.OpenAsync(web, "/images/new");

        Assert.Null(page.Document.QuerySelector("#field-parameters-program"));
    }

    [Fact]
    public async Task What_a_program_made_is_shown_as_picture_and_table_and_each_file_by_its_own_name()
    {
        var hash = await AddAsync("ndvi");
        var images = await PlantedImages.BeginAsync(_web, $$"""{"area":"h18v04","days":1,"reductions":"program","program":"{{hash}}"}""");
        await images.AddResultAsync("program", "program-aaaa-1", 0.5,
            ("map.png", "image/png", PlantedImages.Png), ("mean.csv", "text/csv", "tile,mean\nh18v04,0.41\n"u8.ToArray()),
            ("legend.json", "application/json", Encoding.UTF8.GetBytes(PlantedImages.Legend)));
        await images.StoreManifestAsync();

        var page = await Page.OpenAsync(_web, $"/runs/{images.Id}/images");

        Assert.Contains("1 picture and 1 table of 1 period.", page.Text, StringComparison.Ordinal);
        Assert.Contains("Program ndvi", page.Element("figure.image figcaption").TextContent, StringComparison.Ordinal);
        Assert.Equal("Table mean.csv of 2024-01-25.", page.Element("figure.image caption").TextContent);
        Assert.Single(page.Document.QuerySelectorAll("figure.image img.map"));
        Assert.Empty(page.Document.QuerySelectorAll("figure.image .colours"));
        Assert.Contains("0.41", page.Element("figure.image table").TextContent, StringComparison.Ordinal);
        Assert.Equal(["map.png", "mean.csv", "legend.json"], page.Texts("figure.image ul.links li"));
        Assert.Equal("program-2024-01-25-2024-01-25-mean.csv", page.Document.QuerySelectorAll("figure.image ul.links a")[1].GetAttribute("download"));
    }

    [Fact]
    public async Task The_page_of_a_task_has_what_its_program_wrote_in_each_attempt_also_in_one_that_failed()
    {
        var control = _web.Control.AsControlPlane();
        var run = await SeededTasks.AddAsync(control, WebUnderTest.Now, $$$"""{"experiment":"modis.pipeline","parameters":{"reductions":"program","program":"{{{new string('a', 64)}}}"}}""");
        var order = ImageOrder.Write(new ReductionOrder(new(2024, 1, 25), new(2024, 1, 25), "program", "program-aaaa-1", ["h18v04-aaaa-1.tif"]));
        BenchmarkTask? row = null;
        await run.AddStageAsync(
            new() { RunId = run.Id, Id = StageId.Bag(4), Name = ImageStages.Reduction, Open = true, OpenedAt = run.Then, Total = 1, Created = 1, Dispatched = 1 },
            ready => row = SeededTasks.Done(ready) with { Attempt = 2 }, _ => order);
        await run.RecordAsync(row!, 1, FailureCause.UserCodeError, "The program ended with exit code 3.");
        var logs = new TaskLogStore(control.Results);
        await logs.PutAsync(run.Id, StageId.Bag(4).Number, 0, 1, "broken <b>\u001b[31m\n"u8.ToArray(), Cancelled);
        await logs.PutAsync(run.Id, StageId.Bag(4).Number, 0, 2, new byte[] { 0x61, 0xFF }, Cancelled);

        var page = await Page.OpenAsync(_web, $"/runs/{run.Id}/tasks/reduction/1");
        var answer = await WebUnderTest.JsonOf(await _web.GetAsync($"/api/v1/runs/{run.Id}/tasks/reduction/1"));

        Assert.Equal(["broken <b>\uFFFD[31m\n", "a\uFFFD"], page.Document.QuerySelectorAll("details pre.log").Select(log => log.TextContent));
        Assert.Equal(["broken <b>\u001b[31m\n", "a\uFFFD"], answer.GetProperty("attempts").EnumerateArray().Select(attempt => attempt.GetProperty("log").GetString()));
    }

    private async Task<string> AddAsync(string name)
    {
        using var zip = new MemoryStream();
        using (var archive = new ZipArchive(zip, ZipArchiveMode.Create, leaveOpen: true))
        {
            foreach (var (path, text) in new[] { ("reduce.json", $$"""{"name":"{{name}}","run":"run","inputs":"flat","outputs":["map.png"]}"""), ("run", "#!/bin/sh\n") })
            {
                await using var entry = await archive.CreateEntry(path).OpenAsync(Cancelled);
                await entry.WriteAsync(Encoding.UTF8.GetBytes(text), Cancelled);
            }
        }

        var package = ProgramPackage.Check(zip).Package!;
        await Programs.AddAsync(package, zip, "anna", Cancelled);
        return package.Hash;
    }

    private async Task<RunState> RunAsync(HttpResponseMessage answer)
    {
        Assert.Equal(HttpStatusCode.Redirect, answer.StatusCode);
        return (await new RunStore(_web.Control.Rows).FindAsync(answer.Headers.Location!.ToString().Split('/')[^1], Cancelled))!;
    }

    private static string Text(RunState run, string parameter) => run.Spec.Parameters[parameter]!.ToString();
}
