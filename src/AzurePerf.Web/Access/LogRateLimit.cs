namespace AzurePerf.Web.Access;

/// <summary>How many lines may still be written in the present minute.</summary>
internal sealed class LogRateLimit(TimeProvider time)
{
    public const int LinesPerMinute = 60;
    private readonly Lock _lock = new();
    private long _begunAt = time.GetTimestamp();
    private int _taken;

    /// <summary>Takes one line; false when there is none left. Says first how many were not had in the minute that has just ended, if
    /// any.</summary>
    public bool TryTake(Action<int> sayLeftOut)
    {
        var (allowed, leftOut) = Take();
        if (leftOut > 0)
        {
            sayLeftOut(leftOut);
        }

        return allowed;
    }

    private (bool Allowed, int LeftOut) Take()
    {
        lock (_lock)
        {
            var leftOut = 0;
            if (time.GetElapsedTime(_begunAt) >= TimeSpan.FromMinutes(1))
            {
                leftOut = Math.Max(0, _taken - LinesPerMinute);
                (_begunAt, _taken) = (time.GetTimestamp(), 0);
            }

            _taken++;
            return (_taken <= LinesPerMinute, leftOut);
        }
    }
}
