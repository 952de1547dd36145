using System.Threading.Channels;
using AzurePerf.Testing.Time;
using AzurePerf.Web.Live;
using Xunit;

namespace AzurePerf.UnitTests.Web.Live;

/// <summary>Time that goes on only when a feed has read and rests: one reading per step.</summary>
internal sealed class SteppedTime
{
    private readonly Channel<bool> _rests = Channel.CreateUnbounded<bool>();

    public SteppedTime() => Time.TimerSet = due =>
    {
        if (due == RunFeed.Interval)
        {
            _rests.Writer.TryWrite(true);
        }
    };

    public FakeTimeProvider Time { get; } = new();

    /// <summary>Waits until the feed has read once more.</summary>
    public async Task RestAsync() => await _rests.Reader.ReadAsync(TestContext.Current.CancellationToken);

    /// <summary>Lets the feed, which rests, read again, and waits until it rests again.</summary>
    public async Task StepAsync()
    {
        Time.Advance(RunFeed.Interval);
        await RestAsync();
    }
}
