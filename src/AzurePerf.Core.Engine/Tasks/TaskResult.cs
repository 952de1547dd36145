namespace AzurePerf.Core.Tasks;

/// <summary>How much a task may bring.</summary>
public static class TaskResult
{
    /// <summary>The most characters that the result of a single task may have.</summary>
    public const int LongestCharacters = 32 * 1024;

    private const int TransactionBytes = 4 << 20;
    private const int OtherBytesOfRow = 8 * 1024;
    private const int BytesPerCharacter = 2;

    /// <summary>Characters of a result, so that the rows of all members of a point still change in one transaction.</summary>
    /// <param name="members">Tasks of the point; 1 for any other task.</param>
    public static int MostCharacters(int members) =>
        Math.Min(LongestCharacters, ((TransactionBytes / Math.Max(members, 1)) - OtherBytesOfRow) / BytesPerCharacter);

    /// <summary>What is wrong with a result that is too long.</summary>
    public static string Complaint(int characters, int members) =>
        FormattableString.Invariant($"its result has {characters} characters; a row has room for {MostCharacters(members)}");
}
