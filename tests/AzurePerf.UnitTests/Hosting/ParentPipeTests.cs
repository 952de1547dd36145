using System.IO.Pipes;
using AzurePerf.Core.Settings;
using AzurePerf.Hosting.Lifetime;
using AzurePerf.Testing.Time;
using Microsoft.Extensions.Configuration;
using Xunit;

namespace AzurePerf.UnitTests.Hosting;

public sealed class ParentPipeTests
{
    private readonly FakeTimeProvider _time = new();
    private readonly List<string> _events = [];
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task The_end_of_the_pipe_is_told_and_the_process_ended_hard_after_the_grace()
    {
        var parent = new AnonymousPipeServerStream(PipeDirection.Out);
        await using var child = new AnonymousPipeClientStream(PipeDirection.In, parent.ClientSafePipeHandle);
        using var pipe = Pipe(() => child);
        Watch(pipe);

        parent.WriteByte(1);
        Assert.False(_ended.Task.IsCompleted);
        await parent.DisposeAsync();
        await _ended.Task.WaitAsync(Cancelled);

        _time.Advance(ParentPipe.Grace - TimeSpan.FromMilliseconds(1));
        Assert.Equal(["ended"], _events);
        _time.Advance(TimeSpan.FromMilliseconds(1));
        Assert.Equal(["ended", "ending hard", "killed"], _events);
    }

    [Fact]
    public async Task A_host_that_ends_in_time_is_not_ended_hard()
    {
        var pipe = Pipe(() => new MemoryStream());
        Watch(pipe);
        await _ended.Task.WaitAsync(Cancelled);

        pipe.Dispose();
        _time.Advance(ParentPipe.Grace);

        Assert.Equal(["ended"], _events);
    }

    [Fact]
    public void Without_the_setting_no_parent_holds_the_host() => Assert.False(From(null).IsHeld);

    [Fact]
    public void The_standard_input_is_the_only_pipe()
    {
        Assert.True(From("stdin").IsHeld);
        Assert.Equal("AZUREPERF_PARENT_PIPE must be stdin or absent", Assert.Throws<SettingsException>(() => From("3")).Message);
    }

    private static ParentPipe From(string? setting) => ParentPipe.From(
        new ConfigurationBuilder().AddInMemoryCollection([new(ParentPipe.Variable, setting)]).Build(), TimeProvider.System);

    private ParentPipe Pipe(Func<Stream> open) => new(open, _time, () => _events.Add("killed"));

    private void Watch(ParentPipe pipe) => pipe.Watch(
        () =>
        {
            _events.Add("ended");
            _ended.SetResult();
        },
        () => _events.Add("ending hard"));
}
