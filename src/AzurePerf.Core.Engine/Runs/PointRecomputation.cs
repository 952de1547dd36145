using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Runs;

/// <summary>A point whose numbers were computed again from its file, compared with those that are published.</summary>
/// <param name="State">What came of it.</param>
/// <param name="Problem">Why the file could not be used as it is; empty otherwise.</param>
/// <param name="Differences">Members of the result that are not as published, as the API names them.</param>
/// <param name="Point">The point with the numbers computed again; as published where there was nothing to compute from.</param>
public sealed record PointRecomputation(RecomputationState State, string Problem, IReadOnlyList<string> Differences, PointRecord Point)
{
    /// <summary>What a flag of these says is not in the file: the engine knew it.</summary>
    private static readonly PointFlag[] FromElsewhere = [PointFlag.Partial];

    /// <summary>Computes a point again.</summary>
    /// <param name="published">The point as it is published.</param>
    /// <param name="file">Its file as it is stored; null when it is gone.</param>
    /// <param name="log">The histogram log beside it, likewise: no figure is computed from it, and it must be the one whose hash the file
    /// names.</param>
    public static async Task<PointRecomputation> OfAsync(PointRecord published, byte[]? file, byte[]? log)
    {
        ArgumentNullException.ThrowIfNull(published);
        if (published.DetailsBlob.Length == 0 || published.Result is null)
        {
            return new(RecomputationState.NothingMeasured, "", [], published);
        }

        if (file is null)
        {
            return new(RecomputationState.FileGone, $"{published.DetailsBlob} is gone", [], published);
        }

        try
        {
            using var stream = new MemoryStream(file, writable: false);
            var details = await PointObservation.ReadAsync(stream, CancellationToken.None);
            return Compare(published, published.Result, PointSummariser.Summarise(details), FileHash.Of(file), details.ProblemOf(log));
        }
        catch (InvalidDataException exception)
        {
            return new(RecomputationState.Unreadable, exception.Message, [], published);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // Its JSON is that of details, and what it says cannot be.
            return new(RecomputationState.Unreadable, $"its numbers cannot be computed: {FailureText.Of(exception)}", [], published);
        }
    }

    private static PointRecomputation Compare(
        PointRecord published, PointResult before, PointResult computed, string hash, string? logProblem)
    {
        computed = computed with { Flags = [.. computed.Flags.Union(before.Flags.Intersect(FromElsewhere)).Order()] };
        string[] differences = [.. DifferencesOf(before with { Flags = [.. before.Flags.Order()] }, computed)];
        var point = published with { Result = computed };
        return published.DetailsHash.Length > 0 && published.DetailsHash != hash
            ? new(RecomputationState.FileChanged, $"{published.DetailsBlob} has the SHA-256 {hash}; stored was {published.DetailsHash}",
                differences, point)
            : logProblem is not null ? new(RecomputationState.LogChanged, logProblem, differences, point)
            : new(differences.Length == 0 ? RecomputationState.Same : RecomputationState.Differs, "", differences, point);
    }

    private static IEnumerable<string> DifferencesOf(PointResult before, PointResult computed)
    {
        var (left, right) = (Document(before), Document(computed));
        return left.Select(member => member.Key).Union(right.Select(member => member.Key))
            .Where(name => !JsonNode.DeepEquals(left[name], right[name]));
    }

    /// <summary>All members by their names, those of operations among those of the point.</summary>
    private static JsonObject Document(PointResult result)
    {
        var document = JsonSerializer.SerializeToNode(result with { Operations = null }, ApiJson.Options)!.AsObject();
        document.Remove("operations");
        foreach (var (name, value) in JsonSerializer.SerializeToNode(result.Operations, ApiJson.Options)?.AsObject() ?? [])
        {
            document[name] = value?.DeepClone();
        }

        return document;
    }
}
