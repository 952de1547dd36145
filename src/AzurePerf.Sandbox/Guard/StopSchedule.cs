namespace AzurePerf.Sandbox.Guard;

/// <summary>When a program is stopped for a look, so that it can move nothing between the parts of it. A stop costs it time.</summary>
/// <remarks>Looks at its disk and looks at its processes have one each, and neither waits for the other: else a program could have the one
/// put off by causing many of the other.</remarks>
/// <param name="most">Between two looks where nothing asks for one.</param>
internal sealed class StopSchedule(TimeSpan most)
{
    /// <summary>Where a look asks for it: by change, or close to a limit.</summary>
    private static readonly TimeSpan Least = TimeSpan.FromMilliseconds(250);

    /// <summary>Where they are asked for, the stops of both kinds of look together may take 5 % of the time, so those of one half as much;
    /// where they are not, 2 %.</summary>
    private const int AskedRest = 40;
    private const int Rest = 50;

    /// <summary>A stop that came too late has seen nothing, but all that stood still did so for nothing: a fifth of the time for each kind
    /// of look. With more rest a program could hide for long in calls that take long.</summary>
    private const int LateRest = 4;

    private readonly TimeSpan _most = most;
    private TimeSpan _next = most;
    private TimeSpan _nextAsked = Least;

    public bool IsDue(TimeSpan now, bool isAsked) => now >= (isAsked ? _nextAsked : _next);

    /// <param name="began">The stop.</param>
    /// <param name="ended">The stop.</param>
    /// <param name="isSeen">The program stood still and was looked at. If not, it is tried again soon.</param>
    public void Done(TimeSpan began, TimeSpan ended, bool isSeen = true)
    {
        var took = ended - began;
        _next = ended + Longer(_most, took * (isSeen ? Rest : LateRest));
        _nextAsked = ended + Longer(Least, took * (isSeen ? AskedRest : LateRest));
    }

    private static TimeSpan Longer(TimeSpan one, TimeSpan other) => one > other ? one : other;
}
