namespace AzurePerf.Imagery.Hdf4.Stored;

/// <summary>What stands where nothing was written.</summary>
internal static class FillValue
{
    /// <summary>Writes one element over and over, each time as much as there is already.</summary>
    public static void Repeat(ReadOnlySpan<byte> element, Span<byte> into)
    {
        if (into.IsEmpty)
        {
            return;
        }

        element.CopyTo(into);
        for (long done = element.Length; done < into.Length; done *= 2)
        {
            into[..(int)Math.Min(done, into.Length - done)].CopyTo(into[(int)done..]);
        }
    }
}
