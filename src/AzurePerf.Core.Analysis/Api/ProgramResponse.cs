using AzurePerf.Core.Programs;

namespace AzurePerf.Core.Api;

/// <summary>A user's program, as everybody sees it.</summary>
/// <param name="Hash">SHA-256 of its zip: what a request for images names it by.</param>
/// <param name="Name">What its reduce.json calls it; several programs may have one name.</param>
/// <param name="Run">The file that is run.</param>
/// <param name="Arguments">What it is run with.</param>
/// <param name="Inputs">How it is given images.</param>
/// <param name="Outputs">The files that it makes; the first is the main one.</param>
/// <param name="Limits">What one run of it may use here.</param>
/// <param name="ZippedBytes">Bytes of its zip.</param>
/// <param name="UnpackedBytes">Bytes of its files.</param>
/// <param name="Files">Number of its files.</param>
/// <param name="AddedBy">Who uploaded it first.</param>
/// <param name="AddedAt">When.</param>
/// <param name="RevokedAt">When it was revoked; null while it may run.</param>
/// <param name="RevokedBy">Who revoked it; null while it may run.</param>
public sealed record ProgramResponse(
    string Hash,
    string Name,
    string Run,
    IReadOnlyList<string> Arguments,
    ProgramInput Inputs,
    IReadOnlyList<string> Outputs,
    ProgramLimits Limits,
    long ZippedBytes,
    long UnpackedBytes,
    int Files,
    string AddedBy,
    DateTimeOffset AddedAt,
    DateTimeOffset? RevokedAt,
    string? RevokedBy)
{
    public static ProgramResponse From(StoredProgram program, ProgramLimits most)
    {
        ArgumentNullException.ThrowIfNull(program);
        var manifest = program.Manifest;
        return new(
            program.Hash, manifest.Name, manifest.Run, manifest.Arguments, manifest.Inputs, manifest.Outputs,
            ProgramLimits.Of(manifest.Limits, most), program.ZippedBytes, program.UnpackedBytes, program.Files, program.AddedBy,
            program.AddedAt, program.RevokedAt, program.RevokedBy.Length == 0 ? null : program.RevokedBy);
    }
}

/// <summary>All programs, the newest first, revoked ones included.</summary>
/// <param name="Allowed">Whether programs may be uploaded and run here.</param>
/// <param name="Programs">The programs.</param>
/// <param name="Faults">What is wrong with rows that cannot be read.</param>
public sealed record ProgramListResponse(bool Allowed, IReadOnlyList<ProgramResponse> Programs, IReadOnlyList<string> Faults);
