namespace AzurePerf.Core.Measurements;

/// <summary>The clients' first operations against their later ones: what a first touch costs, or what a burst gives before a limit takes
/// hold.</summary>
/// <param name="FirstPerSecond">Rate of the first operations, added up over the clients: bytes per second where operations move bytes, else
/// operations per second.</param>
/// <param name="LaterPerSecond">The same of the median of each client's later operations.</param>
/// <param name="LaterOperations">Later operations that each client has at least, from 1.</param>
/// <param name="MovesBytes">True where the rates are bytes per second.</param>
public sealed record FirstOperation(double FirstPerSecond, double LaterPerSecond, int LaterOperations, bool MovesBytes)
{
    /// <summary>By how much the later ones are faster, as a share of the first rate; below 0 where they are slower.</summary>
    public double Gain => (LaterPerSecond / FirstPerSecond) - 1;

    /// <summary>By how much the first ones are slower, as a share of the later rate; below 0 where they are faster.</summary>
    public double Penalty => 1 - (FirstPerSecond / LaterPerSecond);

    /// <summary>Computes it from samples in any order; null where a client's first operation failed, took no time that the clock could
    /// tell, or none succeeded after it.</summary>
    public static FirstOperation? Of(IEnumerable<Sample> samples)
    {
        var clients = samples.GroupBy(sample => sample.Client, (_, own) => OfClient(own)).ToArray();
        return clients.Length == 0 || clients.Any(client => client is null)
            ? null
            : new(
                clients.Sum(client => client!.FirstPerSecond),
                clients.Sum(client => client!.LaterPerSecond),
                clients.Min(client => client!.LaterOperations),
                clients.Any(client => client!.MovesBytes));
    }

    private static FirstOperation? OfClient(IEnumerable<Sample> samples)
    {
        var ordered = samples.OrderBy(sample => sample.StartNanoseconds).ToArray();
        var movesBytes = ordered.Any(sample => sample.Bytes > 0);
        double[] later = [.. ordered.Skip(1).Where(IsTimed).Select(Rate).Order()];
        return later.Length > 0 && IsTimed(ordered[0])
            ? new(Rate(ordered[0]), Statistics.Sample.QuantileOfSorted(later, 0.5), later.Length, movesBytes)
            : null;

        double Rate(Sample sample) => (movesBytes ? sample.Bytes : 1) / ((sample.EndNanoseconds - sample.StartNanoseconds) / 1e9);
    }

    private static bool IsTimed(Sample sample) => sample.Outcome == OperationOutcome.Ok && sample.EndNanoseconds > sample.StartNanoseconds;
}
