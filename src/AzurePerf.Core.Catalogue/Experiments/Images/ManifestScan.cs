using System.Text.Json;

namespace AzurePerf.Core.Experiments.Images;

/// <summary>Finds the entries of a manifest in its bytes, as they come.</summary>
internal sealed class ManifestScan
{
    private const int Schema = 1;

    private static readonly JsonSerializerOptions Options = new(JsonSerializerDefaults.Web)
    {
        RespectNullableAnnotations = true,
        RespectRequiredConstructorParameters = true,
    };

    private readonly List<ManifestEntry> _found = [];
    private JsonReaderState _state;
    private string _section = "";
    private bool _isKnown;

    /// <summary>Goes on with what follows the bytes that were consumed before.</summary>
    /// <param name="bytes">From the first byte that was not consumed.</param>
    /// <param name="isLast">True when no bytes follow these.</param>
    /// <returns>How many of them were consumed.</returns>
    /// <exception cref="InvalidDataException">They are no manifest.</exception>
    public int Read(ReadOnlySpan<byte> bytes, bool isLast)
    {
        try
        {
            var reader = new Utf8JsonReader(bytes, isLast, _state);
            while (Next(ref reader, bytes))
            {
            }

            _state = reader.CurrentState;
            return !isLast || _isKnown
                ? (int)reader.BytesConsumed
                : throw new InvalidDataException("the manifest does not say its schema");
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException or FormatException)
        {
            throw new InvalidDataException($"the manifest cannot be read: {exception.Message}", exception);
        }
    }

    /// <summary>The entries found since this was called last.</summary>
    public ManifestEntry[] Take()
    {
        ManifestEntry[] found = [.. _found];
        _found.Clear();
        return found;
    }

    /// <summary>Reads a token, or an entry as a whole; false when it is not there as a whole.</summary>
    private bool Next(ref Utf8JsonReader reader, ReadOnlySpan<byte> bytes)
    {
        var before = reader;
        if (!reader.Read())
        {
            return false;
        }

        switch (reader.TokenType, reader.CurrentDepth)
        {
            case (JsonTokenType.PropertyName, 1):
                _section = reader.GetString()!;
                return true;
            case (JsonTokenType.Number, 1) when _section == "schema":
                _isKnown = reader.GetInt32() == Schema
                    ? true
                    : throw new InvalidDataException("the manifest has a schema that this build does not know");
                return true;
            case (JsonTokenType.True, 1) when _section == "ofMadeGranules":
                _found.Add(new ManifestOfMadeGranules());
                return true;
            case (JsonTokenType.StartObject, 2):
            case (JsonTokenType.StartObject, 1) when _section == "request":
                var start = (int)reader.TokenStartIndex;
                if (!reader.TrySkip())
                {
                    reader = before;
                    return false;
                }

                Add(bytes[start..(int)reader.BytesConsumed]);
                return true;
            default:
                return true;
        }
    }

    private void Add(ReadOnlySpan<byte> json)
    {
        ManifestEntry? entry = _section switch
        {
            "request" => JsonSerializer.Deserialize<ManifestRequest>(json, Options),
            "results" => JsonSerializer.Deserialize<ManifestResult>(json, Options),
            "periods" => JsonSerializer.Deserialize<ManifestPeriod>(json, Options),
            "images" => JsonSerializer.Deserialize<ManifestImage>(json, Options),
            "notCovered" => JsonSerializer.Deserialize<ManifestGap>(json, Options),
            "notListed" => JsonSerializer.Deserialize<ManifestNotListed>(json, Options),
            _ => null,
        };
        if (entry is not null)
        {
            _found.Add(entry);
        }
    }
}
