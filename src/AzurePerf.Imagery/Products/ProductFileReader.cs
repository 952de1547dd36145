using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;

namespace AzurePerf.Imagery.Products;

/// <summary>Reads a product's data file; whatever is missing, unknown, of another type or impossible refuses it.</summary>
internal static partial class ProductFileReader
{
    private static readonly JsonSerializerOptions Strict = new(JsonSerializerOptions.Strict)
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase, allowIntegerValues: false) },
    };

    /// <param name="file">Name of the file, for the sentence that refuses it.</param>
    /// <param name="json">Its text.</param>
    /// <exception cref="InvalidDataException">One sentence that names the file and the member.</exception>
    public static ProductFile Read(string file, string json)
    {
        var product = Parse(file, json);
        if (ProductFileCheck.FirstFault(product) is { } fault) throw new InvalidDataException($"{file}: {fault}.");
        return product;
    }

    private static ProductFile Parse(string file, string json)
    {
        try
        {
            return JsonSerializer.Deserialize<ProductFile>(json, Strict)
                ?? throw new InvalidDataException($"{file}: the file holds null instead of a product.");
        }
        catch (JsonException e)
        {
            throw new InvalidDataException($"{file}: {Sentence(e)}.", e);
        }
    }

    private static string Sentence(JsonException e)
    {
        if (e.InnerException is JsonException) return $"line {e.LineNumber + 1} is not JSON";
        var member = Member(e.Path);
        if (MissingMembers().Match(e.Message) is { Success: true } missing)
            return $"{(member.Length == 0 ? "" : member + ".")}{missing.Groups[1].Value} is missing";
        if (e.Message.Contains("could not be mapped", StringComparison.Ordinal)) return $"{member} is not a known member";
        if (e.Message.Contains("Duplicate property", StringComparison.Ordinal)) return $"{member} appears twice";
        return $"{(member.Length == 0 ? "the file" : member)} has a value of another type";
    }

    private static string Member(string? path) => (path ?? "").TrimStart('$').TrimStart('.');

    [GeneratedRegex("missing required properties including: '([^']+)'")]
    private static partial Regex MissingMembers();
}
