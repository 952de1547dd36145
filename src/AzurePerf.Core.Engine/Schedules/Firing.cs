using System.Buffers.Binary;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Schedules;

/// <summary>One firing of a schedule. What is random about it follows from its id, so that every process finds the same.</summary>
/// <param name="ScheduleId">The schedule.</param>
/// <param name="NominalAt">The instant that its cron expression names, UTC, whole seconds.</param>
public sealed record Firing(string ScheduleId, DateTimeOffset NominalAt)
{
    /// <summary>Schedule and nominal time: the key under which its run is submitted, so that two processes start it once. The blanks keep
    /// it apart from keys of callers, which have none.</summary>
    public string Id =>
        string.Create(CultureInfo.InvariantCulture, $"schedule {ScheduleId} {NominalAt.UtcDateTime:yyyy-MM-dd'T'HH:mm:ss'Z'}");

    /// <summary>Seed of the run when the request names none.</summary>
    public int Seed => (int)(Hash() & int.MaxValue);

    /// <summary>The link that its run carries.</summary>
    public ScheduleLink Link => new(ScheduleId, NominalAt);

    /// <summary>How long after its nominal time it starts.</summary>
    /// <param name="spread">The longest delay; it counts in whole seconds.</param>
    /// <returns>0 to <paramref name="spread"/>, whole seconds, each equally likely over all firings.</returns>
    public TimeSpan DelayWithin(TimeSpan spread) =>
        spread < TimeSpan.FromSeconds(1) ? TimeSpan.Zero : TimeSpan.FromSeconds((Hash() >> 32) % ((ulong)spread.TotalSeconds + 1));

    private ulong Hash() => BinaryPrimitives.ReadUInt64BigEndian(SHA256.HashData(Encoding.UTF8.GetBytes(Id)));
}
