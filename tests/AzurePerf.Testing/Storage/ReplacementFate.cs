namespace AzurePerf.Testing.Storage;

/// <summary>What becomes of a replacement of a row.</summary>
public enum ReplacementFate
{
    /// <summary>It is done and answered.</summary>
    Answered,

    /// <summary>It is done, but its answer is lost.</summary>
    AnswerLost,

    /// <summary>It is not done.</summary>
    Refused,
}
