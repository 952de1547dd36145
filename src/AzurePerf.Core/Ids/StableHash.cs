namespace AzurePerf.Core.Ids;

/// <summary>A hash that is the same in every process and build, for draws that must be repeatable.</summary>
public static class StableHash
{
    /// <summary>Mixes numbers into 64 well spread bits by the finaliser of SplitMix64 (Steele, Lea, Flood 2014).</summary>
    public static ulong Of(params ReadOnlySpan<int> numbers)
    {
        var state = 0x9E3779B97F4A7C15UL;
        foreach (var number in numbers)
        {
            state = Mix(state + (uint)number + 0x9E3779B97F4A7C15UL);
        }

        return state;
    }

    /// <summary>That finaliser: each bit of the number decides about half of all bits.</summary>
    public static ulong Mix(ulong value)
    {
        value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9UL;
        value = (value ^ (value >> 27)) * 0x94D049BB133111EBUL;
        return value ^ (value >> 31);
    }
}
