using System.Text.Json.Serialization;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Measurements;

/// <summary>Whether the storage did what operations asked for that go past the system's caches, or something in between answered.</summary>
/// <param name="Share">Bytes that the storage moved over those of successful operations; above 1 where others of the process used it too,
/// null where the system does not tell it.</param>
internal sealed record StorageProof(double? Share)
{
    /// <summary>The share below which a cache is suspected.</summary>
    private const double SufficientShare = 0.95;

    public bool IsSuspect => !(Share >= SufficientShare);

    /// <summary>Why it is suspect, as a clause without a full stop.</summary>
    public string Reason => Share is { } share
        ? $"the storage moved {NumberFormat.Percent(share)} of the bytes: a cache of the system answered for the rest"
        : "the system does not tell this process what the storage moved, so that nothing proves that no cache answered";

    /// <summary>Null where nothing was to go past the caches, or nothing was moved.</summary>
    public static StorageProof? Of(PointObservation observations)
    {
        var payload = observations.Clients.Sum(client => client.Bytes);
        if (observations.UncachedDirection is not { } direction || payload == 0)
        {
            return null;
        }

        long?[] moved = [.. observations.Generators.Select(load =>
            direction == DiskDirection.Read ? load.Environment.Machine?.StorageReadBytes : load.Environment.Machine?.StorageWrittenBytes)];
        return new(moved.Length == 0 || moved.Contains(null) ? null : (double)moved.Sum()!.Value / payload);
    }
}

/// <summary>What is done with the blocks of a file.</summary>
public enum DiskDirection
{
    /// <summary>They are read.</summary>
    Read,

    /// <summary>They are written, over what is there.</summary>
    Write,
}
