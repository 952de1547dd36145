using System.Threading.Channels;
using Xunit;

namespace AzurePerf.Testing.Time;

/// <summary>Time that goes on only when somebody who reads again and again has read and rests: one reading per step.</summary>
public sealed class SteppedTime
{
    private readonly TimeSpan _interval;
    private readonly Channel<bool> _rests = Channel.CreateUnbounded<bool>();

    /// <param name="interval">From one reading to the next; nothing else may wait as long.</param>
    public SteppedTime(TimeSpan interval)
    {
        _interval = interval;
        Time.TimerSet = due => _ = due == interval && _rests.Writer.TryWrite(true);
    }

    public FakeTimeProvider Time { get; } = new();

    /// <summary>Waits until the reader has read once more.</summary>
    public async Task RestAsync() => await _rests.Reader.ReadAsync(TestContext.Current.CancellationToken);

    /// <summary>Lets the reader, who rests, read again, and waits until he rests again.</summary>
    public async Task StepAsync()
    {
        Time.Advance(_interval);
        await RestAsync();
    }
}
