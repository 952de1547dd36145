namespace AzurePerf.Core.Gangs;

/// <summary>The simulated clients that one member of a gang runs, by their numbers in the whole point.</summary>
/// <param name="First">The first client's number.</param>
/// <param name="Count">How many, at least 1.</param>
public readonly record struct ClientShare(int First, int Count)
{
    /// <summary>An even split; what is left over goes to the first members, one client each.</summary>
    /// <param name="clients">Clients of the whole point.</param>
    /// <param name="member">The member, from 0.</param>
    /// <param name="members">Members of the gang, at most as many as clients.</param>
    /// <exception cref="ArgumentOutOfRangeException">There is no such member, or it would have no client.</exception>
    public static ClientShare Of(int clients, int member, int members)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(members, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(clients, members);
        ArgumentOutOfRangeException.ThrowIfNegative(member);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(member, members);
        var (each, left) = Math.DivRem(clients, members);
        return new((member * each) + Math.Min(member, left), each + (member < left ? 1 : 0));
    }

    /// <summary>Every client of a point that one worker runs alone.</summary>
    public static ClientShare All(int clients) => Of(clients, 0, 1);
}
