namespace AzurePerf.Web.Runs.Form;

/// <summary>How a field is shown.</summary>
internal enum RunFormFieldKind
{
    /// <summary>One line of text.</summary>
    Text,

    /// <summary>One line of text that takes a number or a list of them.</summary>
    Number,

    /// <summary>One of several words.</summary>
    Choice,

    /// <summary>Any of several words.</summary>
    Choices,

    /// <summary>Several lines of text.</summary>
    Lines,
}
