using System.ComponentModel.DataAnnotations;
using System.Reflection;

namespace AzurePerf.Core.Programs;

/// <summary>The same for a worker, with where programs run.</summary>
public sealed class WorkerProgramOptions : ProgramOptions
{
    private const string Folder = "azureperf-programs";

    /// <summary>Names of the settings that workers alone read: other hosts of a machine find them in the environment too.</summary>
    public static string[] OwnNames =>
    [
        .. typeof(WorkerProgramOptions).GetProperties(BindingFlags.DeclaredOnly | BindingFlags.Instance | BindingFlags.Public)
            .Select(property => property.Name),
    ];

    /// <summary>Where a worker runs as root: the first of the users that programs run as, one for each slot. Give each worker of a machine
    /// a range of its own, of users that nobody else has.</summary>
    /// <value>60001 to 1999999999, without 65533 to 65536; 70000 by default.</value>
    [Range(60_001, 1_999_999_999)]
    public int FirstUser { get; init; } = 70_000;

    /// <summary>Folder in which programs run and their packages are kept. All users must be able to pass through its path.</summary>
    /// <value>Made when it is missing; by default azureperf-programs in /var/lib for root, in /var/tmp with the user's name
    /// otherwise.</value>
    [MinLength(1)]
    public string Directory { get; init; } =
        Environment.IsPrivilegedProcess ? $"/var/lib/{Folder}" : $"/var/tmp/{Folder}-{Environment.UserName}";

    /// <summary>Megabytes (2^20 bytes) of images that all programs of this worker may have in their folders at once. A task waits until
    /// there is room for its images; one that alone needs more is refused.</summary>
    /// <value>1 to 16,777,216; 16,384 by default.</value>
    [Range(1, 16_777_216)]
    public int InputMegabytes { get; init; } = 16_384;

    /// <summary>Packages that are kept on this machine; what was not used for longest goes first.</summary>
    /// <value>1 to 1,000; 20 by default.</value>
    [Range(1, 1_000)]
    public int KeptPackages { get; init; } = 20;
}
