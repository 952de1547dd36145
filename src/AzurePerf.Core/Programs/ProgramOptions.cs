using System.ComponentModel.DataAnnotations;

namespace AzurePerf.Core.Programs;

/// <summary>Whether users' own programs may run, and the most that one of them may use; section <c>Programs</c>. Web and workers are told
/// the same.</summary>
public class ProgramOptions
{
    public const string Section = "Programs";

    /// <summary>Why nothing can be done with programs where they are not allowed.</summary>
    public const string NotAllowed = "Users' own programs are not allowed here: the operator can allow them with Programs:Allowed.";

    /// <summary>False: nobody uploads a program, and none runs.</summary>
    public bool Allowed { get; init; }

    /// <value>16 to 1,048,576 (megabytes of 2^20 bytes).</value>
    [Range(16, 1_048_576)]
    public int MemoryMegabytes { get; init; } = 2_048;

    /// <value>1 s to a day.</value>
    [Range(1, 86_400)]
    public int Seconds { get; init; } = 600;

    /// <value>1 to 10,000.</value>
    [Range(1, 10_000)]
    public int Processes { get; init; } = 64;

    /// <value>1 to 1,048,576 (megabytes of 2^20 bytes).</value>
    [Range(1, 1_048_576)]
    public int FileMegabytes { get; init; } = 1_024;

    /// <value>10 to 1,000,000.</value>
    [Range(10, 1_000_000)]
    public int Files { get; init; } = 10_000;

    /// <summary>The most that a program may use.</summary>
    public ProgramLimits Most => new(MemoryMegabytes, Seconds, Processes, FileMegabytes, Files);
}
