using AzurePerf.TaskManager.Recovery;
using AzurePerf.Testing.Time;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Recovery;

public sealed class LongStepTests : IAsyncDisposable
{
    private readonly FakeTimeProvider _time = new();
    private readonly LongStep _step = new(TimeSpan.FromSeconds(1));
    private int _parts;

    public ValueTask DisposeAsync() => _step.DisposeAsync();

    [Fact]
    public async Task A_step_pauses_after_a_second_and_goes_on_where_it_paused()
    {
        Assert.Null(await GoOnAsync());
        Assert.Equal((4, true), (_parts, _step.IsUnderWay("counting")));
        Assert.Null(await GoOnAsync());
        Assert.Equal("counted", await GoOnAsync());
        Assert.Equal((10, false), (_parts, _step.IsUnderWay("counting")));
    }

    [Fact]
    public async Task A_step_of_another_name_begins_anew()
    {
        Assert.Null(await GoOnAsync());

        Assert.Equal("other", await _step.ContinueAsync("other", () => new[] { "other" }.ToAsyncEnumerable<string?>(), _time));
        Assert.Null(await GoOnAsync());
        Assert.Equal(8, _parts);
    }

    [Fact]
    public async Task A_step_that_threw_begins_anew()
    {
        Assert.Null(await GoOnAsync());
        await Assert.ThrowsAsync<InvalidOperationException>(() => GoOnAsync(failAt: 5));

        Assert.False(_step.IsUnderWay("counting"));
    }

    private int _failAt;

    private Task<string?> GoOnAsync(int failAt = 0)
    {
        _failAt = failAt;
        return _step.ContinueAsync("counting", CountAsync, _time);
    }

    private async IAsyncEnumerable<string?> CountAsync()
    {
        for (var part = 0; part < 10; part++)
        {
            _parts++;
            _time.Advance(TimeSpan.FromMilliseconds(250));
            await Task.CompletedTask;
            yield return _parts == _failAt ? throw new InvalidOperationException("it broke") : null;
        }

        yield return "counted";
    }
}
