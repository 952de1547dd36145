namespace AzurePerf.Web.Access;

/// <summary>How many lines may still be written in the present minute.</summary>
internal sealed class LogAllowance(TimeProvider time)
{
    public const int LinesPerMinute = 60;
    private readonly Lock _lock = new();
    private long _begunAt = time.GetTimestamp();
    private int _taken;

    /// <summary>Takes one line.</summary>
    /// <returns>Whether there was one, and how many were not had in the minute that has just ended.</returns>
    public (bool Allowed, int LeftOut) Take()
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
