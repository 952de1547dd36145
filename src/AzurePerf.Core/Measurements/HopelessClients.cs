using System.Globalization;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Measurements;

/// <summary>Names the clients of a point that other clients have left behind: those that gave up, and those without any success.</summary>
internal static class HopelessClients
{
    /// <summary>Nothing where all clients failed alike: that is said of the point.</summary>
    /// <param name="clients">Of the whole point.</param>
    public static IEnumerable<FlagReason> Of(IReadOnlyList<ClientMeasurement> clients)
    {
        if (clients.All(client => client.Completed == 0))
        {
            return [];
        }

        var gaveUp = clients.Where(client => client.End == ClientEnd.GaveUp).ToArray();
        var failed = clients.Where(client => client is { Completed: 0, Failed: > 0 } && client.End != ClientEnd.GaveUp).ToArray();
        return Reason(gaveUp, "gave up after too many failures in a row").Concat(Reason(failed, "had no success"));

        IEnumerable<FlagReason> Reason(IReadOnlyList<ClientMeasurement> some, string what) => some.Count == 0 ? [] :
        [
            new(PointFlag.OperationsFailed,
                $"{NumberFormat.Count(some.Count)} of {NumberFormat.Counted(clients.Count, "client")} {what}: "
                    + Numbers([.. some.Select(client => client.Client).Order()])),
        ];
    }

    /// <summary>"3, 40 to 63", counted from 0 as everywhere.</summary>
    private static string Numbers(IReadOnlyList<int> numbers)
    {
        var ranges = new List<(int First, int Last)>();
        foreach (var number in numbers)
        {
            if (ranges is [.., var last] && last.Last == number - 1)
            {
                ranges[^1] = (last.First, number);
            }
            else
            {
                ranges.Add((number, number));
            }
        }

        return (numbers.Count == 1 ? "number " : "numbers ") + string.Join(", ", ranges.Select(range => range.First == range.Last
            ? range.First.ToString(CultureInfo.InvariantCulture)
            : string.Create(CultureInfo.InvariantCulture, $"{range.First} to {range.Last}"))) + ", from 0";
    }
}
