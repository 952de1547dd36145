using System.Text.Json.Nodes;

namespace AzurePerf.Benchmarks.Versus;

/// <summary>One of several things that an entry compares.</summary>
internal interface IVersusCell
{
    /// <summary>In the extra fields.</summary>
    string Name { get; }

    /// <summary>Whether it is good enough; null when that is undecided. Asked after each pair once they are enough for an interval.</summary>
    bool? Holds { get; }

    /// <summary>Measures both sides, close to each other. Returns the figures of ours and of theirs; those of the warm-up are not kept.</summary>
    /// <param name="turn">Which pair it is.</param>
    /// <param name="oursFirst">Whether our side goes first.</param>
    /// <param name="cancellationToken">Ends the measurement.</param>
    Task<(double Ours, double Theirs)> MeasureAsync(Turn turn, bool oursFirst, CancellationToken cancellationToken);

    JsonObject ToJson();
}
