namespace AzurePerf.Simulation.ModelCheck.Worlds;

/// <summary>A world in 192 bits, to be compared and hashed.</summary>
internal readonly record struct WorldKey(ulong First, ulong Second, ulong Third) : IComparable<WorldKey>
{
    public int CompareTo(WorldKey other)
    {
        var order = First.CompareTo(other.First);
        order = order != 0 ? order : Second.CompareTo(other.Second);
        return order != 0 ? order : Third.CompareTo(other.Third);
    }

    /// <summary>Mixes all bits: the lower ones of the result choose a place in a table.</summary>
    public ulong Mixed()
    {
        var mixed = (First * 0x9E3779B97F4A7C15) ^ (Second * 0xC2B2AE3D27D4EB4F) ^ (Third * 0x165667B19E3779F9);
        mixed ^= mixed >> 32;
        mixed *= 0xD6E8FEB86659FD93;
        return mixed ^ (mixed >> 32);
    }

    public static bool operator <(WorldKey left, WorldKey right) => left.CompareTo(right) < 0;

    public static bool operator >(WorldKey left, WorldKey right) => left.CompareTo(right) > 0;

    public static bool operator <=(WorldKey left, WorldKey right) => left.CompareTo(right) <= 0;

    public static bool operator >=(WorldKey left, WorldKey right) => left.CompareTo(right) >= 0;
}
