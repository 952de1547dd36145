using System.Globalization;

namespace AzurePerf.Sandbox.Programs;

/// <summary>Users for programs: one a slot, from a range the operator gives, of which no other worker of the machine has a part.</summary>
/// <remarks>systemd gives 61184 to 65519 to services, and some below them to homes; useradd gives 100000 and above to containers.</remarks>
public static class SandboxUsers
{
    /// <summary>Below it are users of people and services.</summary>
    public const uint SmallestFirst = 60_001;

    /// <summary>The first of nobody and of what systems use as "no user".</summary>
    private const uint Nobody = 65_533;

    /// <summary>Null when the range can be used, else why not.</summary>
    public static string? WhyNot(uint first, int slots) =>
        first >= SmallestFirst && slots > 0 && (first + (uint)slots <= Nobody || first > 65_536) && first < 2_000_000_000
            ? null
            : string.Create(
                CultureInfo.InvariantCulture,
                $"users {first} to {first + slots - 1} cannot be used: take a range above 60000 without 65533 to 65536");

    /// <summary>The user of a slot; null where only root could change to one.</summary>
    public static uint? Of(uint first, int slot, bool isRoot) => isRoot ? first + (uint)slot : null;
}
