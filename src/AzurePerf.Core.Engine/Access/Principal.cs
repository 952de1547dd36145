using System.Text;
using System.Text.Json;
using AzurePerf.Core.Spelling;

namespace AzurePerf.Core.Access;

/// <summary>Somebody whom the environment in front of the host has signed in with Entra.</summary>
/// <param name="Id">Object id: the same for ever.</param>
/// <param name="Name">For people, and mostly an address; may be empty.</param>
/// <param name="Roles">App roles that were given to the principal.</param>
public sealed record Principal(string Id, string Name, IReadOnlyList<string> Roles)
{
    private const int LongestHeader = 32 * 1024;
    private const int LongestName = 200;
    private const string Entra = "aad";
    private static readonly string[] RoleClaims = ["roles", "http://schemas.microsoft.com/ws/2008/06/identity/claims/role"];

    /// <summary>How the principal is called as an owner. A person's address contains an @, which no key's name does; other names may be
    /// anybody's, so that the id stands for them.</summary>
    public string OwnerName => Name.Contains('@', StringComparison.Ordinal) ? Name.ToLowerInvariant() : "app:" + Id.ToLowerInvariant();

    /// <summary>Reads the headers that the environment adds; null when they name nobody, or nobody of Entra.</summary>
    /// <param name="document">X-MS-CLIENT-PRINCIPAL: base64 of a JSON document with the claims.</param>
    /// <param name="id">X-MS-CLIENT-PRINCIPAL-ID.</param>
    /// <param name="name">X-MS-CLIENT-PRINCIPAL-NAME.</param>
    public static Principal? Read(string? document, string? id, string? name)
    {
        if (!IsText(id) || document is null or { Length: 0 or > LongestHeader })
        {
            return null;
        }

        try
        {
            using var json = JsonDocument.Parse(Encoding.UTF8.GetString(Convert.FromBase64String(document)));
            return json.RootElement.GetProperty("auth_typ").GetString() == Entra
                ? new(id!, IsText(name) ? name! : "", [.. RolesIn(json.RootElement)])
                : null;
        }
        catch (Exception malformed)
            when (malformed is FormatException or JsonException or KeyNotFoundException or InvalidOperationException)
        {
            // Whatever wrote this, it was not the environment.
            return null;
        }
    }

    private static IEnumerable<string> RolesIn(JsonElement document)
    {
        var given = document.TryGetProperty("role_typ", out var type) ? type.GetString() : null;
        foreach (var claim in document.GetProperty("claims").EnumerateArray())
        {
            if (claim.GetProperty("typ").GetString() is { } name && (name == given || RoleClaims.Contains(name))
                && claim.GetProperty("val").GetString() is { } role)
            {
                yield return role;
            }
        }
    }

    private static bool IsText(string? text) => text is { Length: > 0 and <= LongestName } && !text.Any(TextSteering.Is);
}
