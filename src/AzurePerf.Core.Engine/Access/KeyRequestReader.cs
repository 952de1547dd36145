using System.Text.Json;
using System.Text.Unicode;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Access;

/// <summary>Reads <c>{"name": "ci", "scope": "submit", "expiresInDays": 90, "replaces": "ID", "overlapHours": 24}</c>, with every
/// fault.</summary>
public sealed class KeyRequestReader
{
    private static readonly string[] Members = ["name", "scope", "expiresInDays", "replaces", "overlapHours"];
    private static readonly string[] OfEveryNewName = ["name", "scope"];
    private readonly List<SpecFault> _faults = [];

    private KeyRequestReader()
    {
    }

    /// <summary>The request, or null and what is wrong with it.</summary>
    public static (KeyRequest? Request, IReadOnlyList<SpecFault> Faults) Read(ReadOnlyMemory<byte> body)
    {
        using var document = Parse(body);
        return document?.RootElement.ValueKind switch
        {
            null => (null, [new("", "is not valid JSON in UTF-8")]),
            JsonValueKind.Object => new KeyRequestReader().Read(document.RootElement),
            _ => (null, [new("", "must be a JSON object")]),
        };
    }

    private static JsonDocument? Parse(ReadOnlyMemory<byte> body)
    {
        try
        {
            return Utf8.IsValid(body.Span) ? JsonDocument.Parse(body, new() { AllowDuplicateProperties = false }) : null;
        }
        catch (Exception malformed) when (malformed is JsonException or InvalidOperationException)
        {
            // The second is what a name with half a surrogate pair gives, which JSON can write and no text can hold.
            return null;
        }
    }

    private (KeyRequest? Request, IReadOnlyList<SpecFault> Faults) Read(JsonElement body)
    {
        _faults.AddRange(body.EnumerateObject().Select(member => member.Name).Where(name => !Members.Contains(name))
            .Select(name => new SpecFault(name, "is not known; a key has " + string.Join(", ", Members))));
        var replaces = Text(body, "replaces", IdText.IsValid, "must be the id of a key");
        var request = new KeyRequest(
            Text(body, "name", KeyLimits.IsName,
                $"must be 1 to {KeyLimits.NameCharacters} lower-case letters, digits, dots, hyphens and underscores, and not local, "
                    + $"{OwnersWithoutKey.Janitor} or {OwnersWithoutKey.Sample}"),
            Scope(body),
            Number(body, "expiresInDays", 1, KeyLimits.LongestDays, KeyLimits.DefaultDays),
            replaces,
            Number(body, "overlapHours", 0, KeyLimits.LongestOverlapHours, KeyLimits.DefaultOverlapHours));
        RequireWithoutReplacement(body);
        return _faults.Count == 0 ? (request, []) : (null, _faults);
    }

    private void RequireWithoutReplacement(JsonElement body)
    {
        if (Find(body, "replaces") is not null)
        {
            return;
        }

        _faults.AddRange(
            OfEveryNewName.Where(name => Find(body, name) is null)
                .Select(name => new SpecFault(name, "must be given for a key that replaces none")));
        if (Find(body, "overlapHours") is not null)
        {
            _faults.Add(new("overlapHours", "makes sense only with replaces"));
        }
    }

    private AccessScope? Scope(JsonElement body)
    {
        var word = Text(body, "scope", text => Words.ContainsKey(text), "must be one of " + string.Join(", ", Words.Keys));
        return word is not null && Words.TryGetValue(word, out var scope) ? scope : null;
    }

    private static SortedDictionary<string, AccessScope> Words { get; } = new(StringComparer.Ordinal)
    {
        ["read"] = AccessScope.Read,
        ["submit"] = AccessScope.Submit,
        ["programs"] = AccessScope.Programs,
        ["admin"] = AccessScope.Admin,
    };

    private string? Text(JsonElement body, string name, Func<string, bool> isGood, string complaint)
    {
        if (Find(body, name) is not { } member)
        {
            return null;
        }

        if (member.ValueKind == JsonValueKind.String && TextOf(member) is { } text && isGood(text))
        {
            return text;
        }

        _faults.Add(new(name, complaint));
        return null;
    }

    private int Number(JsonElement body, string name, int least, int most, int otherwise)
    {
        if (Find(body, name) is not { } member)
        {
            return otherwise;
        }

        if (member.ValueKind == JsonValueKind.Number && member.TryGetInt32(out var number) && number >= least && number <= most)
        {
            return number;
        }

        _faults.Add(new(name, $"must be a whole number from {least} to {most}"));
        return otherwise;
    }

    /// <summary>Null for half a surrogate pair, which JSON can write and no text can hold.</summary>
    private static string? TextOf(JsonElement member)
    {
        try
        {
            return member.GetString();
        }
        catch (InvalidOperationException)
        {
            return null;
        }
    }

    private static JsonElement? Find(JsonElement body, string name) =>
        body.TryGetProperty(name, out var member) && member.ValueKind != JsonValueKind.Null ? member : null;
}

public static class KeyLimits
{
    public const int NameCharacters = 40;
    public const int LongestDays = 366;
    public const int DefaultDays = 90;
    public const int LongestOverlapHours = 30 * 24;
    public const int DefaultOverlapHours = 24;

    /// <summary>Bytes of a request for a key.</summary>
    public const int BodyBytes = 4 * 1024;

    /// <summary>Lower-case letters, digits, dots, hyphens and underscores, and not a name that stands for no key.</summary>
    public static bool IsName(string name) =>
        name.Length is > 0 and <= NameCharacters && !OwnersWithoutKey.Have(name)
            && name.All(c => c is (>= 'a' and <= 'z') or (>= '0' and <= '9') or '.' or '-' or '_');
}

/// <summary>What is asked for in a new key.</summary>
/// <param name="Name">Whose key it is; null takes the name of the one that it replaces.</param>
/// <param name="Scope">Null takes that of the one that it replaces.</param>
/// <param name="ExpiresInDays">1 to 366.</param>
/// <param name="Replaces">Id of the key that it comes after; null for none.</param>
/// <param name="OverlapHours">For how long the replaced one goes on, 0 to 720.</param>
public sealed record KeyRequest(string? Name, AccessScope? Scope, int ExpiresInDays, string? Replaces, int OverlapHours);

/// <summary>Names that runs belong to which no key submits.</summary>
public static class OwnersWithoutKey
{
    /// <summary>The engine itself, when it tidies up after runs.</summary>
    public const string Janitor = "janitor";

    /// <summary>The sample data.</summary>
    public const string Sample = "sample";

    /// <summary>True for these and for whoever uses the machine in local mode.</summary>
    public static bool Have(string name) => name is Janitor or Sample || name == Caller.Local.Name;
}
