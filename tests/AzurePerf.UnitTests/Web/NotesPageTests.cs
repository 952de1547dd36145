using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class NotesPageTests : IAsyncDisposable
{
    private const string Request = """{"experiment": "queue.add", "preset": "quick"}""";
    private readonly WebUnderTest _web = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Theory]
    [InlineData("")]
    [InlineData("/notes")]
    public async Task A_form_that_is_sent_twice_adds_one_note_and_sets_its_tags(string page)
    {
        var run = await SeededRun.SubmitAsync(_web, Request);
        var form = await Page.OpenAsync(_web, $"/runs/{run.Id}{page}");

        var first = await form.PressAsync("Add", ("text", "throttled\r\nall day"), ("tag", "draft"));
        var second = await form.PressAsync("Add", ("text", "throttled\r\nall day"), ("tag", "verdict=unusable"));
        var third = await form.PressAsync("Add", ("text", "throttled\r\nall day"));

        Assert.All([first, second, third], answer => Assert.Equal($"/runs/{run.Id}#notes", answer.Headers.Location!.OriginalString));
        var stored = await StoredAsync(run);
        Assert.Equal(["throttled\nall day"], stored.Notes.All.Select(note => note.Text));
        Assert.Equal((2, "", "unusable"), (stored.Notes.Version, stored.Run.Tags["draft"], stored.Run.Tags["verdict"]));
    }

    [Fact]
    public async Task A_note_can_be_written_again_with_another_form_and_by_somebody_else()
    {
        var run = await SeededRun.SubmitAsync(_web, Request);
        var form = await Page.OpenAsync(_web, $"/runs/{run.Id}/notes");
        await new RunNoteStore(new(_web.Control.Rows), _web.Control.Rows, WebUnderTest.Clock)
            .ChangeAsync(run.Id, null, new(new Dictionary<string, string?>(), "throttled"), "ann", Cancelled);

        await form.PressAsync("Add", ("text", "throttled"));
        await (await Page.OpenAsync(_web, $"/runs/{run.Id}/notes")).PressAsync("Add", ("text", "throttled"));

        Assert.Equal(["ann", "local", "local"], (await StoredAsync(run)).Notes.All.Select(note => note.By));
    }

    [Fact]
    public async Task Of_a_form_that_comes_twice_at_once_one_note_is_added()
    {
        var run = await SeededRun.SubmitAsync(_web, Request);
        var form = await Page.OpenAsync(_web, $"/runs/{run.Id}/notes");

        await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => form.PressAsync("Add", ("text", "throttled"))));

        Assert.Single((await StoredAsync(run)).Notes.All);
    }

    private async Task<RunWithStages> StoredAsync(SeededRun run) => (await new RunStore(_web.Control.Rows).FindWithStagesAsync(run.Id, Cancelled))!;
}
