namespace AzurePerf.Probes.Compute.Dgemm;

/// <summary>Sizes of a product C = A B of matrices in row order.</summary>
/// <param name="Rows">Of A and C.</param>
/// <param name="Depth">Columns of A, which are the rows of B.</param>
/// <param name="Columns">Of B and C.</param>
internal readonly record struct ProductShape(int Rows, int Depth, int Columns)
{
    public static ProductShape Square(int n) => new(n, n, n);
}
