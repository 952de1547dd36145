using AzurePerf.Core.Targets;
using AzurePerf.Probes.Targets;

namespace AzurePerf.Worker.Heartbeats;

/// <summary>Looks once a second whether a target answers while a task works on it. When it does not for <see cref="TargetSilence.Limit"/>
/// that is logged once, and the heart says so at once.</summary>
internal sealed class SilenceWatch : IDisposable
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly AnswerGap _answers = new();
    private readonly ITargetTraffic _traffic;
    private readonly TimeProvider _time;
    private readonly Action<TargetSilence?> _changed;
    private readonly long _origin;
    private readonly ITimer _timer;
    private volatile TargetSilence? _silence;

    /// <param name="traffic">What the task asks of the target.</param>
    /// <param name="time">For the interval.</param>
    /// <param name="changed">Told when it falls silent, and, with null, when it answers again.</param>
    public SilenceWatch(ITargetTraffic traffic, TimeProvider time, Action<TargetSilence?> changed)
    {
        (_traffic, _time, _changed, _origin) = (traffic, time, changed, time.GetTimestamp());
        _timer = time.CreateTimer(_ => Look(), null, Interval, Interval);
    }

    /// <summary>Null while the target answers.</summary>
    public TargetSilence? Silence => _silence;

    /// <summary>Whether it has answered anything.</summary>
    public bool HasAnswered => _traffic.Requests.Answered > 0;

    public void Dispose()
    {
        _timer.Dispose();
        _silence = null;
    }

    private void Look()
    {
        var silent = _answers.Read(_traffic.Requests, _time.GetElapsedTime(_origin));
        var before = _silence;
        _silence = silent >= TargetSilence.Limit ? new(_traffic.LatestAddress, _traffic.HasConnected, silent.TotalSeconds) : null;
        if (before is null != _silence is null)
        {
            _changed(_silence);
        }
    }
}
