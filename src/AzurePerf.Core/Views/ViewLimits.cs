namespace AzurePerf.Core.Views;

/// <summary>Limits of saved views.</summary>
public static class ViewLimits
{
    public const int NameCharacters = 100;
    public const int AddressCharacters = 2_000;

    /// <summary>Views that there may be, so that all of them are one answer of the table and one list that people can look through. Requests at the same time may store a few more.</summary>
    public const int Most = 500;

    /// <summary>Views of one owner, so that nobody takes the place of all others. An administrator is one too.</summary>
    public const int MostOfOne = 100;
}
