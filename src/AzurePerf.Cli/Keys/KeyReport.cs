using System.Globalization;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Access;
using AzurePerf.Core.Api;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Keys;

/// <summary>Keys for people and for programs.</summary>
internal static class KeyReport
{
    public static string Table(IReadOnlyList<KeyResponse> keys, Sheet sheet)
    {
        if (keys.Count == 0)
        {
            return "no keys yet; `azureperf keys create --first NAME`, where AZUREPERF_CONTROL names the control account, makes the "
                + "first one\n";
        }

        var table = new TextTable(
            new("key"), new("name") { IsName = true }, new("scope"), new("state"), new("expires"), new("last used"),
            new("made by") { IsName = true });
        foreach (var key in keys)
        {
            table.Add(
                key.Id, key.Name, WordFor(key.Scope), key.State.ToString().ToLowerInvariant(), Day(key.ExpiresAt),
                key.LastUsedAt is { } used ? Day(used) : "never", key.CreatedBy);
        }

        return string.Concat(table.Lines(sheet).Select(line => line + "\n"));
    }

    /// <summary>One line per key; with its text only where it was just made.</summary>
    public static string Csv(IReadOnlyList<KeyResponse> keys, bool withText)
    {
        string[] columns = ["keyId", "name", "scope", "state", "createdBy", "createdAt", "expiresAt", "lastUsedAt", "revokedAt",
            "revokedBy", "replacedBy"];
        var csv = new CsvText(withText ? [.. columns, "key"] : columns);
        foreach (var key in keys)
        {
            object?[] cells =
            [
                key.Id, key.Name, WordFor(key.Scope), key.State.ToString().ToLowerInvariant(), key.CreatedBy, key.CreatedAt, key.ExpiresAt,
                key.LastUsedAt, key.RevokedAt,
                key.RevokedBy, key.ReplacedBy,
            ];
            csv.Add(withText ? [.. cells, key.Key] : cells);
        }

        return csv.ToString();
    }

    public static string WordFor(AccessScope scope) => scope.ToString().ToLowerInvariant();

    public static string Day(DateTimeOffset instant) => instant.UtcDateTime.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
}
