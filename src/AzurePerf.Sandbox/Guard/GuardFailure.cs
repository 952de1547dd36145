using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Sandbox.Guard;

/// <summary>A failure of the guard itself, such as no memory, as the result that its worker gets.</summary>
internal static class GuardFailure
{
    private const int MostCharacters = 300;

    public static GuardReport Report(Exception failure)
    {
        var cause = failure is LookFailedException { InnerException: { } first } ? first : failure;
        var result = new SandboxResult
        {
            End = SandboxEnd.NotSetUp,
            FailedStep = SetUpStep.Guard,
            FailedCause = Short($"{cause.GetType().Name}: {cause.Message}"),
        };
        return new(result, 0, []);
    }

    /// <summary>The first line.</summary>
    public static string Short(string text)
    {
        var line = text.AsSpan().Trim();
        var end = line.IndexOfAny('\r', '\n');
        line = end < 0 ? line : line[..end];
        return line[..Math.Min(line.Length, MostCharacters)].ToString();
    }
}

/// <summary>A thread of the guard has failed; the inner exception says how.</summary>
internal sealed class LookFailedException(Exception failure) : Exception(failure.Message, failure);
